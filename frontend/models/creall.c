/* C11 7.3.9.6 */
long double creall(long double _Complex value)
{
    return __real__ value;
}
