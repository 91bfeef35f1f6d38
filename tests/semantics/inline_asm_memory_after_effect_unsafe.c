// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    int n = 0, a[2] = {5, 6};
    __asm__ volatile("movl $9, %0" : : "m"(a[++n]) : "memory");
    check(a[1] == 6);
    return 0;
}
