/* C11 7.29.4.3.1 */
__typeof__(L'a') *wcscat(__typeof__(L'a') *to, const __typeof__(L'a') *from)
{
    __typeof__(L'a') *end = to;
    while (*end)
        end++;
    while ((*end++ = *from++))
        ;
    return to;
}
