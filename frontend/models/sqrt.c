/* C11 7.12.7.5, F.10.4.5: the roots of squares of whole numbers are exact; of others only the
   rounding is known, and not said here. */

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

double sqrt(double value)
{
    int root;
    /* Also of a zero, and of what is no number. */
    if (!(value < 0 || value > 0))
        return value;
    if (value < 0)
        return (value - value) / (value - value);
    if (value > 1048576 || value != (int)value)
        return __model_number();
    root = __model_root((int)value);
    return root < 0 ? __model_number() : root;
}
