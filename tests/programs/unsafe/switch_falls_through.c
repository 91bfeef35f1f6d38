/* The fall-through is gone. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void)
{
    int a = 0, b = 0;
    switch (__VERIFIER_nondet_int()) {
    case 1:
        a = 1; break;
    case 2:
        b = 1;
        break;
    case 3:
        b = 2;
        break;
    default:
        return 0;
    }
    if (a == 1 && b != 1)
        reach_error();
    return 0;
}
