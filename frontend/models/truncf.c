/* C11 7.12.9.8. */
float truncf(float value)
{
    float whole;
    /* Large numbers have no fraction. */
    if (!(value > -8388608.0f && value < 8388608.0f))
        return value;
    whole = (long long)value;
    return whole == 0 ? value * 0 : whole;
}
