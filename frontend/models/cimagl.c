/* C11 7.3.9.2 */
long double cimagl(long double _Complex value)
{
    return __imag__ value;
}
