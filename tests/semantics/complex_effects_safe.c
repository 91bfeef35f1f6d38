// inputs:
// Operands with effects are evaluated once.
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}
static int calls;
static _Complex double next(void) {
    calls++;
    return calls + 2.0i;
}
static double real(void) {
    calls += 10;
    return 2.0;
}

int main(void) {
    _Complex double z = 3.0 + 4.0i, w;
    w = next() + z;
    check(calls == 1 && w == 4.0 + 6.0i);
    w = -next();
    check(calls == 2 && __real__ w == -2.0 && __imag__ w == -2.0);
    w = real() * z;
    check(calls == 12 && w == 6.0 + 8.0i);
    check(__imag__ next() == 2.0 && calls == 13);
    w = next() * next();
    check(calls == 15);
    if (next())
        check(calls == 16);
    else
        reach_error();
    return 0;
}
