/* POSIX.1-2001 index */
char *index(const char *text, int character)
{
    for (;; text++) {
        if (*text == (char)character)
            return (char *)text;
        if (!*text)
            return 0;
    }
}
