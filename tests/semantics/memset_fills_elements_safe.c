// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

void *memset(void *, int, unsigned long);
static void fill(void *p) { memset(p, 0x1ff, 8); }
int main(void) {
    int a[4] = { 1, 2, 3, 4 };
    fill(&a[1]);
    check(a[1] == -1 && a[2] == -1);
    return 0;
}
