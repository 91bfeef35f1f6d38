/* C11 7.24.4.1: bytes are compared as unsigned char. Only the sign of the result is told. */

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

int memcmp(const void *a, const void *b, __typeof__(sizeof 0) size)
{
    const char *left = a, *right = b;
    __typeof__(sizeof 0) i;
    for (i = 0; i < size; i++)
        if (left[i] != right[i])
            return __model_sign((unsigned char)left[i] - (unsigned char)right[i]);
    return 0;
}
