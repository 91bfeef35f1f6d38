/* C11 7.3.9.4 */
float _Complex conjf(float _Complex value)
{
    return ~value;
}
