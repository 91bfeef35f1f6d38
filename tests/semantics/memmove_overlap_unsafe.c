// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

void *memmove(void *, const void *, unsigned long);
int main(void) {
    int a[3] = { 1, 2, 3 };
    memmove(a + 1, a, 8);
    check(a[2] == 3);
    return 0;
}
