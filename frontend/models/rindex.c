/* POSIX.1-2001 rindex */
char *rindex(const char *text, int character)
{
    char *last = 0;
    for (;; text++) {
        if (*text == (char)character)
            last = (char *)text;
        if (!*text)
            return last;
    }
}
