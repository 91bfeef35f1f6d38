/* C11 7.12.9.2. */
float floorf(float value)
{
    float whole;
    /* Large numbers have no fraction. */
    if (!(value > -8388608.0f && value < 8388608.0f))
        return value;
    whole = (long long)value;
    if (whole > value)
        return whole - 1;
    return whole == 0 ? value * 0 : whole;
}
