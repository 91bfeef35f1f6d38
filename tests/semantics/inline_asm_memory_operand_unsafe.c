// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    int y = 1;
    __asm__("movl $5, %0" : "=m"(y));
    check(y == 1);
    return 0;
}
