/* C11 7.24.5.4 */
char *strpbrk(const char *text, const char *wanted)
{
    __typeof__(sizeof 0) i;
    for (; *text; text++)
        for (i = 0; wanted[i]; i++)
            if (wanted[i] == *text)
                return (char *)text;
    return 0;
}
