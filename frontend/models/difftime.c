/* C11 7.27.2.2. The difference of two of 64 bits has 64 bits and a sign; glibc rounds it once. */
double difftime(long end, long beginning)
{
    if (end < beginning)
        return -(double)((unsigned long)beginning - end);
    return (double)((unsigned long)end - beginning);
}
