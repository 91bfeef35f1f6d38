/* C11 7.24.4.4: characters are compared as unsigned char. Only the sign of the result is told. */

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

int strncmp(const char *a, const char *b, __typeof__(sizeof 0) size)
{
    __typeof__(sizeof 0) i;
    for (i = 0; i < size; i++) {
        if (a[i] != b[i])
            return __model_sign((unsigned char)a[i] - (unsigned char)b[i]);
        if (!a[i])
            return 0;
    }
    return 0;
}
