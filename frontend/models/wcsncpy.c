/* C11 7.29.4.2.2 */
__typeof__(L'a') *wcsncpy(__typeof__(L'a') *to, const __typeof__(L'a') *from,
                          __typeof__(sizeof 0) size)
{
    __typeof__(sizeof 0) i;
    for (i = 0; i < size && from[i]; i++)
        to[i] = from[i];
    for (; i < size; i++)
        to[i] = 0;
    return to;
}
