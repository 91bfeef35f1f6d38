/* C11 7.24.5.6 */
__typeof__(sizeof 0) strspn(const char *text, const char *wanted)
{
    __typeof__(sizeof 0) length, i;
    for (length = 0; text[length]; length++) {
        for (i = 0; wanted[i] && wanted[i] != text[length]; i++)
            ;
        if (!wanted[i])
            break;
    }
    return length;
}
