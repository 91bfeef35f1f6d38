/* C11 7.29.4.6.1 */
__typeof__(sizeof 0) wcslen(const __typeof__(L'a') *text)
{
    __typeof__(sizeof 0) length = 0;
    while (text[length])
        length++;
    return length;
}
