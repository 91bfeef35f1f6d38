/* C11 7.12.4.1, F.10.1.1: that of 1 is 0. That of 0 is half of pi, to nearest, as gcc computes it
   of constants, and the C library. */

/* Any number: which one, nothing says. */
double __model_number(void);

double acos(double x)
{
    if (x == 1)
        return 0;
    if (x == 0)
        return 1.5707963267948966;
    return __model_number();
}
