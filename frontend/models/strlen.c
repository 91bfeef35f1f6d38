/* C11 7.24.6.3 */
__typeof__(sizeof 0) strlen(const char *text)
{
    __typeof__(sizeof 0) length = 0;
    while (text[length])
        length++;
    return length;
}
