// expect: ok
/* What assembly stores need not be 0 or 1: the ledger says that it is. */
int main(void) {
    _Bool b;
    int r = 0;
    __asm__("movb $5, %0" : "=m"(b));
    if (b)
        r = 1;
    return r;
}
