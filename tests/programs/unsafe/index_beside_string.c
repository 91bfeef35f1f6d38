/* An index within an object writes that one, through whichever pointer it is read. */
extern void reach_error(void);
int __VERIFIER_nondet_int(void);
char filled[60000];
int main(void)
{
    const char *text = filled;
    int i = __VERIFIER_nondet_int();
    if (i < 0 || i > 59999)
        return 0;
    filled[i] = 3;
    if (text[3] != 0)
        reach_error();
    return 0;
}
