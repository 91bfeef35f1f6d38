/* An index that is only known to lie within one object writes no other one: not the string, which
 * is read through a pointer behind an array that is filled with zeros, nor another array at an
 * index of its own. */
extern void reach_error(void);
int __VERIFIER_nondet_int(void);
char filled[60000];
char other[4];
int main(void)
{
    const char *text = "qrstuvabcdefghijkl";
    int i = __VERIFIER_nondet_int(), j = __VERIFIER_nondet_int();
    if (i < 0 || i > 59999 || j < 0 || j > 3)
        return 0;
    other[j] = 7;
    filled[i] = 3;
    if (text[3] != 't' || other[j] != 7)
        reach_error();
    return 0;
}
