/* C11 7.24.5.3 */
__typeof__(sizeof 0) strcspn(const char *text, const char *unwanted)
{
    __typeof__(sizeof 0) length, i;
    for (length = 0; text[length]; length++) {
        for (i = 0; unwanted[i] && unwanted[i] != text[length]; i++)
            ;
        if (unwanted[i])
            break;
    }
    return length;
}
