/* C11 7.12.9.7: halves go away from zero. */

/* Any value: of what the type does not have, nothing says which. */
long __model_long(void);

long lroundf(float value)
{
    long long whole;
    float rest;
    if (!(value >= -9223372036854775808.0f && value < 9223372036854775808.0f))
        return __model_long();
    whole = (long long)value;
    /* Large numbers have none. */
    rest = value - whole;
    if (rest >= 0.5f)
        whole++;
    else if (rest <= -0.5f)
        whole--;
    return whole == (long)whole ? whole : __model_long();
}
