// expect: volatile
void reach_error(void);
int main(void) {
    int a[4] = {0, 1, 0, 0};
    volatile int one = 1;
    int i = one & 3;
    a[i] = 7;
    if (a[0] == 7) reach_error();
    return 0;
}
