// expect: a real part with effects
/* Which part is evaluated first is open. */
double f(void);
double x;
int main(void)
{
    _Complex double z = __builtin_complex(f(), x);
    return __real__ z == 1.0;
}
