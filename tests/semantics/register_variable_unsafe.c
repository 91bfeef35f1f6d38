// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

/* A variable that names a register holds what the register does (gcc manual, "Global Register Variables"). */
register unsigned long stack __asm__("rsp");
int main(void) {
    unsigned long now = stack;
    check(now == 0);
    return 0;
}
