/* A product of two complex numbers (C11 G.5.1): gcc rounds one of constants once (MPC), and each
   step of others (libgcc, `__muldc3`). Where no step has to be rounded, both are the same, but
   for the signs of zeros. */

/* Any number: what is rounded once, or in steps, and the sign of a zero. */
double __model_number(void);

/* Whether a number has so few digits that nothing is rounded. */
static int __model_short(double value)
{
    return value >= -4096 && value <= 4096 && value * 4096 == (int)(value * 4096);
}

static double __model_zero(double value)
{
    if (value == 0)
        return __model_number() < 0 ? -0.0 : 0.0;
    return value;
}

double _Complex __proofmark_product(double _Complex x, double _Complex y)
{
    double a = __real__ x, b = __imag__ x, c = __real__ y, d = __imag__ y, real, imaginary;
    if (__model_short(a) && __model_short(b) && __model_short(c) && __model_short(d)) {
        real = __model_zero(a * c - b * d);
        imaginary = __model_zero(a * d + b * c);
    } else {
        real = __model_number();
        imaginary = __model_number();
    }
    return __builtin_complex(real, imaginary);
}
