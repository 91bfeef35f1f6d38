// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    int y = 1;
    int *p = &y;
    __asm__ volatile("movl $5, (%0)" : : "r"(p) : "memory");
    check(y == 1);
    return 0;
}
