/* C11 7.12.12.3. */

/* Any value: which of two zeros it is, nothing says, nor what becomes of a signalling NaN, which
   the library takes for no missing value (C11 F.2.1; IEEE 754-2008, 5.3.1, 6.2). */
int __model_any(void);

double fmin(double a, double b)
{
    if (a != a)
        return __model_any() ? a : b;
    if (b != b)
        return __model_any() ? b : a;
    if (a == b && a != 0)
        return a;
    if (a == b)
        return __model_any() ? b : a;
    return a < b ? a : b;
}
