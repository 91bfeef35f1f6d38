/* C11 7.29.4.4.5. Only the sign of the result is told. */

/* Any value: the library says nothing of it but its sign. */
int __model_any(void);

static int __model_order(int above, int below)
{
    int any;
    if (!above && !below)
        return 0;
    any = __model_any();
    if (below)
        return any < 0 ? any : -1;
    return any > 0 ? any : 1;
}

int wmemcmp(const __typeof__(L'a') *a, const __typeof__(L'a') *b, __typeof__(sizeof 0) size)
{
    __typeof__(sizeof 0) i;
    for (i = 0; i < size; i++)
        if (a[i] != b[i])
            return __model_order(a[i] > b[i], a[i] < b[i]);
    return 0;
}
