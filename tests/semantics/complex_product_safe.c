// inputs:
// C11 G.5.1: nothing has to be rounded. Either zero is one.
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

static int calls;
static _Complex double f(void) {
    calls++;
    return 1.0 + 2.0i;
}

int main(void) {
    _Complex double m = f() * f(), z = 0.5 - 4.0i;
    _Complex float s = 2.0f + 1.5fi;
    check(calls == 2 && __real__ m == -3.0 && __imag__ m == 4.0);
    z *= 3.0 + 4.0i;
    check(__real__ z == 17.5 && __imag__ z == -10.0);
    s = s * s;
    check(__real__ s == 1.75f && __imag__ s == 6.0f);
    return 0;
}
