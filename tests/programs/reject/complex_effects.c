// expect: an imaginary part with effects
/* What is done for the part that nothing uses is done all the same. */
double f(void);
int main(void)
{
    double d = __builtin_complex(1.0, f());
    return d == 1.0;
}
