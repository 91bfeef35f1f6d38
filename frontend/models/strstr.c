/* C11 7.24.5.7 */
char *strstr(const char *text, const char *wanted)
{
    __typeof__(sizeof 0) i;
    for (;; text++) {
        for (i = 0; wanted[i] && text[i] == wanted[i]; i++)
            ;
        if (!wanted[i])
            return (char *)text;
        if (!*text)
            return 0;
    }
}
