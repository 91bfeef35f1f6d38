/* C11 7.3.9.4 */
double _Complex conj(double _Complex value)
{
    return ~value;
}
