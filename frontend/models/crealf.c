/* C11 7.3.9.6 */
float crealf(float _Complex value)
{
    return __real__ value;
}
