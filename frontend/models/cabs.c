/* C11 7.3.8.1, G.6: `hypot` of the parts. */

/* Any number: which one, nothing says. */
double __model_number(void);

/* The root of a square of a whole number; -1 of others. */
static int __model_root(int square)
{
    int root = 0, bit;
    for (bit = 1024; bit; bit /= 2)
        if ((root + bit) * (root + bit) <= square)
            root += bit;
    return root * root == square ? root : -1;
}

static double __model_size(double a, double b)
{
    int root;
    a = a < 0 ? -a : a == 0 ? 0 : a;
    b = b < 0 ? -b : b == 0 ? 0 : b;
    if (b == 0 && a >= 0)
        return a;
    if (a == 0 && b >= 0)
        return b;
    if (!(a <= 1024 && b <= 1024 && a == (int)a && b == (int)b))
        return __model_number();
    root = __model_root((int)a * (int)a + (int)b * (int)b);
    return root < 0 ? __model_number() : root;
}

double cabs(double _Complex value)
{
    return __model_size(__real__ value, __imag__ value);
}
