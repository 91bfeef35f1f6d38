/* C11 7.24.4.2: characters are compared as unsigned char. Only the sign of the result is told. */

/* Any value: the library says nothing of it but its sign. */
int __model_any(void);

static int __model_sign(int difference)
{
    int any;
    if (difference == 0)
        return 0;
    any = __model_any();
    if (difference < 0)
        return any < 0 ? any : difference;
    return any > 0 ? any : difference;
}

int strcmp(const char *a, const char *b)
{
    while (*a && *a == *b) {
        a++;
        b++;
    }
    return __model_sign((unsigned char)*a - (unsigned char)*b);
}
