/* C11 7.3.9.6 */
double creal(double _Complex value)
{
    return __real__ value;
}
