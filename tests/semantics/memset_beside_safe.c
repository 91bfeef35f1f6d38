// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

void *memset(void *, int, unsigned long);
static void clear(void *p) { memset(p, 0, 8); }
int main(void) {
    int a[4] = { 1, 2, 3, 4 };
    clear(&a[1]);
    check(a[0] == 1 && a[3] == 4);
    return 0;
}
