// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    int n = 0, x = 5;
    __asm__ volatile("movl $9, (%0)" : : "r"((n++, &x)) : "memory");
    check(n == 1);
    return 0;
}
