/* C11 7.12.6.12; F.10.3.12: both parts have the sign of the whole. */
double modf(double value, double *integral)
{
    double whole, rest;
    if (value != value) {
        *integral = value;
        return value;
    }
    /* Large numbers have no fraction. */
    if (!(value > -4503599627370496.0 && value < 4503599627370496.0)) {
        *integral = value;
        return value > 0 ? 0.0 : -0.0;
    }
    whole = (long long)value;
    rest = value - whole;
    *integral = whole == 0 ? value * 0 : whole;
    return rest == 0 ? value * 0 : rest;
}
