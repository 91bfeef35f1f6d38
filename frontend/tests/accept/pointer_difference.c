// expect: ok
// Half an element: gcc shifts, or multiplies by an inverse. Characters have no halves.
void reach_error(void);
struct triple { int a, b, c; };
static int buffer[8];
int main(void)
{
    struct triple *p = (struct triple *)(buffer + 1);
    if (p - (struct triple *)buffer != 0)
        reach_error();
    if ((char *)p - (char *)buffer < 0)
        reach_error();
    return 0;
}
