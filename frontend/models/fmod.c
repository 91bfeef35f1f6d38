/* C11 7.12.10.1; F.10.7.1: exact. It is computed here where the quotient is less than 1024, and of
   whole numbers that a `double` has all of. */

/* Any number: which one, nothing says. */
double __model_number(void);

double fmod(double value, double by)
{
    double rest, part;
    int bit;
    /* Neither an infinity nor no number has a rest. */
    if (value - value != 0 || by != by || by == 0)
        return 0.0 / 0.0;
    rest = value < 0 ? -value : value;
    part = by < 0 ? -by : by;
    if (rest < part)
        return value;
    if (rest <= 4503599627370496.0 && part == (long long)part) {
        if (rest == (long long)rest)
            rest = (long long)rest % (long long)part;
    }
    if (rest >= part * 1024)
        return __model_number();
    /* Each difference is exact: its second operand is more than half of the first. */
    for (bit = 512; bit; bit /= 2)
        if (rest >= part * bit)
            rest = rest - part * bit;
    if (rest == 0)
        return value * 0;
    return value < 0 ? -rest : rest;
}
