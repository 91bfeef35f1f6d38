// expect: a floating value
void reach_error(void);
int main(void) {
    long double x = 0.5L;
    if (x > 1.0L) reach_error();
    return 0;
}
