// inputs:
// An `_Atomic` object holds what was stored last, if nothing else runs (C11 6.2.6.1p9).
extern void reach_error(void);

static _Atomic int count = 250;
static _Atomic unsigned char small = 250;

int main(void) {
    count += 10;
    small += 10;
    if (count == 260 && small == 4)
        reach_error();
    return 0;
}
