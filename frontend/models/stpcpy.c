/* POSIX stpcpy */
char *stpcpy(char *to, const char *from)
{
    __typeof__(sizeof 0) i;
    for (i = 0; from[i]; i++)
        to[i] = from[i];
    to[i] = 0;
    return to + i;
}
