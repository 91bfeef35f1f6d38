/* A quotient of two complex numbers (C11 G.5.1): gcc rounds one of constants once (MPC), and each
   step of others (libgcc, `__divsc3`, by Smith's method). Where nothing but the last step has
   to be rounded, both are the same, but for the signs of zeros. */

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

static float _Complex __model_other(void)
{
    float real = (float)__model_number(), imaginary = (float)__model_number();
    return __builtin_complex(real, imaginary);
}

float _Complex __proofmark_quotientf(float _Complex x, float _Complex y)
{
    float a = __real__ x, b = __imag__ x, c = __real__ y, d = __imag__ y;
    float ratio, below, real, imaginary;
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
