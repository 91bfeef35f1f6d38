// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    int value = 256;
    _Bool flag;
    /* A register's lowest byte is what the object holds. */
    __asm__("" : "=q"(flag) : "0"(value));
    check(flag);
    return 0;
}
