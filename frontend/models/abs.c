/* C11 7.22.6.1 */
int abs(int value)
{
    return value < 0 ? -value : value;
}
