/* C11 7.12.9.4: to the nearest, halves to even numbers, as programs start. */
double rint(double value)
{
    double whole, rest;
    /* Large numbers have no fraction. */
    if (!(value > -4503599627370496.0 && value < 4503599627370496.0))
        return value;
    whole = (long long)value;
    rest = value - whole;
    if (rest > 0.5 || (rest == 0.5 && (long long)value % 2))
        return whole + 1;
    if (rest < -0.5 || (rest == -0.5 && (long long)value % 2))
        return whole - 1;
    return whole == 0 ? value * 0 : whole;
}
