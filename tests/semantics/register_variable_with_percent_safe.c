// inputs:
void reach_error(void);
/* A `%` before the name of a register is skipped; the variable is an input of assembly, which may
 * change it (gcc manual, "Local Register Variables"). */
static int put(int value) {
    register int passed __asm__("%rbx") = value;
    int result;
    __asm__ volatile("lea 1(%1), %0" : "=r"(result) : "r"((long)passed));
    return result;
}
int main(void) {
    int got = put(2);
    if (got < 3 && got > 2)
        reach_error();
    return 0;
}
