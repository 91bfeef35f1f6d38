// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    int a[2] = { 1, 2 };
    unsigned short u = (unsigned short)(unsigned long)&a[1];
    check(u == 0 || u == 1 && 0);
    return 0;
}
