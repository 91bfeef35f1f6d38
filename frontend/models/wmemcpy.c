/* C11 7.29.4.2.3 */
__typeof__(L'a') *wmemcpy(__typeof__(L'a') *to, const __typeof__(L'a') *from,
                          __typeof__(sizeof 0) size)
{
    __typeof__(sizeof 0) i;
    for (i = 0; i < size; i++)
        to[i] = from[i];
    return to;
}
