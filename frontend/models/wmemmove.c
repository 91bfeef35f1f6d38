/* C11 7.29.4.2.4 */
__typeof__(L'a') *wmemmove(__typeof__(L'a') *to, const __typeof__(L'a') *from,
                           __typeof__(sizeof 0) size)
{
    __typeof__(sizeof 0) i;
    if (to > from)
        for (i = size; i; i--)
            to[i - 1] = from[i - 1];
    else
        for (i = 0; i < size; i++)
            to[i] = from[i];
    return to;
}
