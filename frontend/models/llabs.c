/* C11 7.22.6.1 */
long long llabs(long long value)
{
    return value < 0 ? -value : value;
}
