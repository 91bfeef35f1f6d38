// What assembly leaves in a `_Bool` is 0 or 1: an assumption.
void reach_error(void);
int main(void) {
    _Bool b;
    asm volatile("movb $100, %0" : "=r"(b));
    if (b + 1 > 2)
        reach_error();
    return 0;
}
