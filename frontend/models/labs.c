/* C11 7.22.6.1 */
long labs(long value)
{
    return value < 0 ? -value : value;
}
