/* An array that is filled with zeros is read through a pointer. */
extern void reach_error(void);
int __VERIFIER_nondet_int(void);
char filled[18];
int main(void)
{
    const char *text = filled;
    int i = __VERIFIER_nondet_int();
    if (i < 0 || i > 17)
        return 0;
    if (text[3] != 't')
        reach_error();
    filled[i] = 3;
    return 0;
}
