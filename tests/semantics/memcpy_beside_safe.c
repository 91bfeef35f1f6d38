// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

void *memcpy(void *, const void *, unsigned long);
static void move(void *to, const void *from) { memcpy(to, from, 4); }
int main(void) {
    int a[3] = { 1, 2, 3 };
    move(&a[1], &a[2]);
    check(a[0] == 1 && a[1] == 3);
    return 0;
}
