/* C11 7.22.1.2, of ASCII in the locale in which programs start (7.11.1.1p4). Of a number that the
   type does not have nothing is said; glibc yields the nearest that it has. */

/* Any value. */
int __model_any(void);

long atol(const char *text)
{
    unsigned long long value = 0, most;
    int negative, range = 0;
    while (*text == ' ' || (*text >= '\t' && *text <= '\r'))
        text++;
    negative = *text == '-';
    if (*text == '-' || *text == '+')
        text++;
    most = (unsigned long)-1 / 2 + negative;
    for (; *text >= '0' && *text <= '9'; text++) {
        if (value > (most - (*text - '0')) / 10)
            range = 1;
        else
            value = value * 10 + (*text - '0');
    }
    if (range)
        value = ((unsigned long)__model_any() << 31 << 1) ^ (unsigned)__model_any() ^ most;
    return negative ? -value : value;
}
