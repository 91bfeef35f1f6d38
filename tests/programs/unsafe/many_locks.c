/* One lock is taken under the wrong condition. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void)
{
    int p1 = __VERIFIER_nondet_int(), l1 = 0;
    int p2 = __VERIFIER_nondet_int(), l2 = 0;
    int p3 = __VERIFIER_nondet_int(), l3 = 0;
    int p4 = __VERIFIER_nondet_int(), l4 = 0;
    int p5 = __VERIFIER_nondet_int(), l5 = 0;
    if (p1) l1 = 1;
    if (p2) l2 = 1;
    if (p3) l3 = 1;
    if (p3) l4 = 1;
    if (p5) l5 = 1;
    if (p1 && l1 != 1) reach_error();
    if (p2 && l2 != 1) reach_error();
    if (p3 && l3 != 1) reach_error();
    if (p4 && l4 != 1) reach_error();
    if (p5 && l5 != 1) reach_error();
    return 0;
}
