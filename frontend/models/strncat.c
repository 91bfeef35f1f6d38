/* C11 7.24.3.2 */
char *strncat(char *to, const char *from, __typeof__(sizeof 0) size)
{
    __typeof__(sizeof 0) end = 0, i;
    while (to[end])
        end++;
    for (i = 0; i < size && from[i]; i++)
        to[end + i] = from[i];
    to[end + i] = 0;
    return to;
}
