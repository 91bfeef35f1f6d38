/* C11 7.12.9.6: halves go away from zero. */
double round(double value)
{
    double whole;
    /* Large numbers have no fraction. */
    if (!(value > -4503599627370496.0 && value < 4503599627370496.0))
        return value;
    whole = (long long)value;
    if (value - whole >= 0.5)
        return whole + 1;
    if (value - whole <= -0.5)
        return whole - 1;
    return whole == 0 ? value * 0 : whole;
}
