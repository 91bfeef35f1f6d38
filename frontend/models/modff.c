/* C11 7.12.6.12; F.10.3.12: both parts have the sign of the whole. */
float modff(float value, float *integral)
{
    float whole, rest;
    if (value != value) {
        *integral = value;
        return value;
    }
    /* Large numbers have no fraction. */
    if (!(value > -8388608.0f && value < 8388608.0f)) {
        *integral = value;
        return value > 0 ? 0.0f : -0.0f;
    }
    whole = (long long)value;
    rest = value - whole;
    *integral = whole == 0 ? value * 0 : whole;
    return rest == 0 ? value * 0 : rest;
}
