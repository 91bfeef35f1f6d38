// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    int x = 5, y = 6;
    __asm__ volatile("movl $9, %0" : : "o"(x) : "memory");
    check(y == 6);
    return 0;
}
