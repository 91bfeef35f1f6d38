/* C11 7.12.4.4, F.10.1.4: the angle of a positive real number is its zero. */

/* Any number: which one, nothing says. */
double __model_number(void);

double atan2(double y, double x)
{
    if (x > 0 && y == 0)
        return y;
    return __model_number();
}
