// expect: syntax
/* The operand of `__real__` is `*p++`. */
int main(void)
{
    _Complex double z[2] = {1.0, 2.0}, *p = z;
    double d = __real__ *p++;
    return d == 1.0;
}
