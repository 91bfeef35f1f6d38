/* What the macro `isnan` of older headers of glibc calls. */

/* Any value: which one, but for whether it is 0, nothing says. */
int __model_any(void);

int __isnanl(long double value)
{
    int any = __model_any();
    if (value == value)
        return 0;
    return any ? any : 1;
}
