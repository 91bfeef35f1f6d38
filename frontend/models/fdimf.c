/* C11 7.12.12.1; F.10.9.1. */
float fdimf(float a, float b)
{
    if (a <= b)
        return 0;
    return a - b;
}
