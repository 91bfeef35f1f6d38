/* A product of two complex numbers (C11 G.5.1): gcc rounds one of constants once (MPC), and each
   step of others (libgcc, `__mulsc3`). Where no step has to be rounded, both are the same, but
   for the signs of zeros. */

/* Any number: what is rounded once, or in steps, and the sign of a zero. */
double __model_number(void);

/* Whether a number has so few digits that nothing is rounded. */
static int __model_short(float value)
{
    return value >= -32 && value <= 32 && value * 32 == (int)(value * 32);
}

static float __model_zero(float value)
{
    if (value == 0)
        return __model_number() < 0 ? -0.0 : 0.0;
    return value;
}

float _Complex __proofmark_productf(float _Complex x, float _Complex y)
{
    float a = __real__ x, b = __imag__ x, c = __real__ y, d = __imag__ y, real, imaginary;
    if (__model_short(a) && __model_short(b) && __model_short(c) && __model_short(d)) {
        real = __model_zero(a * c - b * d);
        imaginary = __model_zero(a * d + b * c);
    } else {
        real = (float)__model_number();
        imaginary = (float)__model_number();
    }
    return __builtin_complex(real, imaginary);
}
