// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    int y = 1;
    __asm__("addl $1, %0" : "+r"(y));
    check(y == y);
    return 0;
}
