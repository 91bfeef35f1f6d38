/* C11 7.29.4.4.1. Only the sign of the result is told. */

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

int wcscmp(const __typeof__(L'a') *a, const __typeof__(L'a') *b)
{
    while (*a && *a == *b) {
        a++;
        b++;
    }
    return __model_order(*a > *b, *a < *b);
}
