/* C11 7.12.9.5: to the nearest, halves to even numbers, as programs start. */

/* Any value: of what the type does not have, nothing says which. */
long __model_long(void);

long lrintf(float value)
{
    long long whole;
    float rest;
    if (!(value >= -9223372036854775808.0f && value < 9223372036854775808.0f))
        return __model_long();
    whole = (long long)value;
    /* Large numbers have none. */
    rest = value - whole;
    if (rest > 0.5f || (rest == 0.5f && whole % 2))
        whole++;
    else if (rest < -0.5f || (rest == -0.5f && whole % 2))
        whole--;
    return whole == (long)whole ? whole : __model_long();
}
