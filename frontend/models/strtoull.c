/* C11 7.22.1.4, of ASCII in the locale in which programs start (7.11.1.1p4) */

/* The value of a digit; 36 if it is none. */
static int __model_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'z')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'Z')
        return c - 'A' + 10;
    return 36;
}

unsigned long long strtoull(const char *text, char **end, int base)
{
    const char *at = text;
    unsigned long long value = 0, most;
    int negative, range = 0, digit;
    while (*at == ' ' || (*at >= '\t' && *at <= '\r'))
        at++;
    negative = *at == '-';
    if (*at == '-' || *at == '+')
        at++;
    if ((base == 0 || base == 16) && at[0] == '0' && (at[1] == 'x' || at[1] == 'X')
                && __model_digit(at[2]) < 16) {
        at += 2;
        base = 16;
    }
    if (base == 0)
        base = *at == '0' ? 8 : 10;
    if (base < 2 || base > 36 || __model_digit(*at) >= base) {
        if (end && base >= 2 && base <= 36)
            *end = (char *)text;
        return 0;
    }
    most = (unsigned long long)-1;
    for (; (digit = __model_digit(*at)) < base; at++) {
        if (value > (most - digit) / base)
            range = 1;
        else
            value = value * base + digit;
    }
    if (end)
        *end = (char *)at;
    if (range)
        return most;
    return negative ? -value : value;
}
