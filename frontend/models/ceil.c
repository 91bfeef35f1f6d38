/* C11 7.12.9.1. */
double ceil(double value)
{
    double whole;
    /* Large numbers have no fraction. */
    if (!(value > -4503599627370496.0 && value < 4503599627370496.0))
        return value;
    whole = (long long)value;
    if (whole < value)
        return whole + 1;
    return whole == 0 ? value * 0 : whole;
}
