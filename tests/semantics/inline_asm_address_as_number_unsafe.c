// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    int a[2] = {5, 6};
    int b = 7;
    __asm__ volatile("movl $9, (%0)" : : "r"((unsigned long)a + 4) : "memory");
    check(a[1] == 6);
    return 0;
}
