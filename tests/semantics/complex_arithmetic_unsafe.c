// inputs:
// C11 G.5.2: the imaginary part of a difference from a real number.
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}
static _Complex double scaled(_Complex double z, double by) { return z * by + 1.0; }

int main(void) {
    _Complex double z = 6.0 + 3.0i, w;
    w = z;
    w += 1.0i;
    check(w == 6.0 + 4.0i);
    w -= 2.0;
    w /= 2.0;
    check(w == 2.0 + 2.0i && w != 2.0 && w != z);
    check(scaled(z, 2.0) == 13.0 + 6.0i);
    check(2 * z == 12.0 + 6.0i);
    w = 10.0 - z;
    check(__real__ w == 4.0 && __imag__ w == 3.0);
    w = -z;
    check(__real__ w == -6.0 && __imag__ w == -3.0);
    w = ~z;
    check(__real__ w == 6.0 && __imag__ w == -3.0);
    w = 0 ? z : 2.0i;
    check(w == 2.0i);
    return 0;
}
