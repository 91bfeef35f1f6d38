/* C11 7.12.9.4: to the nearest, halves to even numbers, as programs start. */
float rintf(float value)
{
    float whole, rest;
    /* Large numbers have no fraction. */
    if (!(value > -8388608.0f && value < 8388608.0f))
        return value;
    whole = (long long)value;
    rest = value - whole;
    if (rest > 0.5f || (rest == 0.5f && (long long)value % 2))
        return whole + 1;
    if (rest < -0.5f || (rest == -0.5f && (long long)value % 2))
        return whole - 1;
    return whole == 0 ? value * 0 : whole;
}
