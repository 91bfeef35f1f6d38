// expect: ok
// gcc puts its own code for calls of these, whatever the program defines.
void reach_error(void);
static int calls;
double copysign(double x, double y)
{
    calls++;
    return x;
}
_Float64 fabsf64(_Float64 x)
{
    calls++;
    return x;
}
int main(void)
{
    copysign(1, 2);
    fabsf64(1);
    if (calls != 2)
        reach_error();
    return 0;
}
