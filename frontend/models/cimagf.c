/* C11 7.3.9.2 */
float cimagf(float _Complex value)
{
    return __imag__ value;
}
