// inputs:
// C11 6.3.1.2: an imaginary part makes a number true.
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    _Complex double z = 3.75 + 9.0i;
    _Complex float narrow = z;
    _Bool imaginary = 1.0i, zero = 0.0i;
    int whole = z;
    double real = (double)z;
    check(whole == 3 && real == 3.75);
    check(imaginary && !zero);
    check(narrow == z && __imag__ narrow == 9.0f);
    if (0.0 + 0.0i)
        reach_error();
    if (0.0 + 1.0i)
        reach_error();
    z = whole;
    check(__real__ z == 3.0 && __imag__ z == 0.0);
    return 0;
}
