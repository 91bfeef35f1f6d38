/* C11 7.24.5.5 */
char *strrchr(const char *text, int character)
{
    char *last = 0;
    for (;; text++) {
        if (*text == (char)character)
            last = (char *)text;
        if (!*text)
            return last;
    }
}
