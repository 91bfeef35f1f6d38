/* C11 7.12.9.7: halves go away from zero. */

/* Any value: of what the type does not have, nothing says which. */
long __model_long(void);

long lround(double value)
{
    long long whole;
    double rest;
    if (!(value >= -9223372036854775808.0 && value < 9223372036854775808.0))
        return __model_long();
    whole = (long long)value;
    /* Large numbers have none. */
    rest = value - whole;
    if (rest >= 0.5)
        whole++;
    else if (rest <= -0.5)
        whole--;
    return whole == (long)whole ? whole : __model_long();
}
