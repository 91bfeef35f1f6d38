// inputs:
// C11 G.5.1: nothing but the last step has to be rounded.
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    _Complex double a = 4.0 + 2.0i, b = 1.0 + 1.0i, z = a / b;
    _Complex float s = 1.0f - 1.0fi, t = 0.5fi;
    check(__real__ z == 3.0 && __imag__ z == -1.0);
    z = a;
    z /= 1.0 - 1.0i;
    check(__real__ z == 1.0 && __imag__ z == 3.0);
    z = (1.0 + 2.0i) / 3.0i;
    check(__real__ z == 2.0 / 3.0 && __imag__ z == -(1.0 / 3.0));
    s /= t;
    check(__real__ s == -2.0f && __imag__ s == -2.0f);
    return 0;
}
