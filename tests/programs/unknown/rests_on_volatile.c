// expect: volatile
void reach_error(void);
int main(void) {
    volatile int x = 1;
    int y = x + 1;
    if (y != 2) reach_error();
    return 0;
}
