/* C11 7.12.7.2. 0 has a sign, too. */
double fabs(double value)
{
    return value < 0 ? -value : value == 0 ? 0 : value;
}
