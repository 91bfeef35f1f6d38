/* C11 7.12.11.1. Which sign what is no number has is open. */

/* Any value: which one, nothing says. */
int __model_any(void);

double copysign(double value, double sign)
{
    double size = value < 0 ? -value : value == 0 ? 0 : value;
    if (sign < 0 || (sign == 0 && 1 / sign < 0))
        return -size;
    if (sign != sign && __model_any())
        return -size;
    return size;
}
