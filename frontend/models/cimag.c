/* C11 7.3.9.2 */
double cimag(double _Complex value)
{
    return __imag__ value;
}
