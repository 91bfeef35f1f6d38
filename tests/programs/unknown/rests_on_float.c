// expect: a floating value
void reach_error(void);
int main(void) {
    double x = 0.5;
    if (x > 1.0) reach_error();
    return 0;
}
