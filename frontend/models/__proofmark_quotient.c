/* A quotient of two complex numbers (C11 G.5.1): gcc rounds one of constants once (MPC), and each
   step of others (libgcc, `__divdc3`, by Smith's method). Where nothing but the last step has
   to be rounded, both are the same, but for the signs of zeros. */

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

static double _Complex __model_other(void)
{
    double real = __model_number(), imaginary = __model_number();
    return __builtin_complex(real, imaginary);
}

double _Complex __proofmark_quotient(double _Complex x, double _Complex y)
{
    double a = __real__ x, b = __imag__ x, c = __real__ y, d = __imag__ y;
    double ratio, below, real, imaginary;
    int turned;
    if (!(__model_short(a) && __model_short(b) && __model_short(c) && __model_short(d)))
        return __model_other();
    if (c == 0 && d == 0)
        return __model_other();
    turned = (c < 0 ? -c : c) < (d < 0 ? -d : d);
    ratio = turned ? c / d : d / c;
    if (!__model_short(ratio))
        return __model_other();
    below = turned ? c * ratio + d : c + d * ratio;
    real = turned ? a * ratio + b : a + b * ratio;
    imaginary = turned ? b * ratio - a : b - a * ratio;
    real = __model_zero(real / below);
    imaginary = __model_zero(imaginary / below);
    return __builtin_complex(real, imaginary);
}
