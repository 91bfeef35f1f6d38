/* C11 7.29.4.2.1 */
__typeof__(L'a') *wcscpy(__typeof__(L'a') *to, const __typeof__(L'a') *from)
{
    __typeof__(sizeof 0) i = 0;
    while ((to[i] = from[i]))
        i++;
    return to;
}
