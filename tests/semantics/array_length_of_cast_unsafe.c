// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    int n = 4, m = 5, b[20];
    int(*p)[n] = (int(*)[n])b;
    b[4] = 1;
    b[5] = 2;
    check(((int(*)[m])p)[1][0] == 1);
    return 0;
}
