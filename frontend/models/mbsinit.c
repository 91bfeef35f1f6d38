/* C11 7.29.6.2.1, of glibc's `mbstate_t`, which begins with the number of bytes that it has. */

/* Any value: the library says nothing of it but that it is not 0. */
int __model_any(void);

int mbsinit(const void *state)
{
    int any;
    if (state && *(const int *)state)
        return 0;
    any = __model_any();
    return any ? any : 1;
}
