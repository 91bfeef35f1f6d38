/* C11 7.12.12.1; F.10.9.1. */
double fdim(double a, double b)
{
    if (a <= b)
        return 0;
    return a - b;
}
