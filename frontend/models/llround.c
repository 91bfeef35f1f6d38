/* C11 7.12.9.7: halves go away from zero. */

/* Any value: of what the type does not have, nothing says which. */
int __model_any(void);
long __model_long(void);

long long llround(double value)
{
    long long whole;
    double rest;
    if (!(value >= -9223372036854775808.0 && value < 9223372036854775808.0))
        return (unsigned long long)__model_long() << 32 | (unsigned)__model_any();
    whole = (long long)value;
    /* Large numbers have none. */
    rest = value - whole;
    if (rest >= 0.5)
        whole++;
    else if (rest <= -0.5)
        whole--;
    return whole;
}
