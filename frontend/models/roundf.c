/* C11 7.12.9.6: halves go away from zero. */
float roundf(float value)
{
    float whole;
    /* Large numbers have no fraction. */
    if (!(value > -8388608.0f && value < 8388608.0f))
        return value;
    whole = (long long)value;
    if (value - whole >= 0.5f)
        return whole + 1;
    if (value - whole <= -0.5f)
        return whole - 1;
    return whole == 0 ? value * 0 : whole;
}
