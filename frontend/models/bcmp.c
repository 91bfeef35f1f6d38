/* POSIX.1-2001 bcmp: only whether the result is zero is told. */

/* Any value: the library says nothing of it but its sign. */
int __model_any(void);

static int __model_nonzero(int difference)
{
    int any = __model_any();
    return any ? any : difference;
}

int bcmp(const void *a, const void *b, __typeof__(sizeof 0) size)
{
    const char *left = a, *right = b;
    __typeof__(sizeof 0) i;
    for (i = 0; i < size; i++)
        if (left[i] != right[i])
            return __model_nonzero((unsigned char)left[i] - (unsigned char)right[i]);
    return 0;
}
