/* C11 7.12.3.4; the function of the macro's name. */

/* Any value: which one, but for whether it is 0, nothing says. */
int __model_any(void);

int isnanl(long double value)
{
    int any = __model_any();
    if (value == value)
        return 0;
    return any ? any : 1;
}
