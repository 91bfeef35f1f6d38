/* The wrong field is written. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct pair { int first; int second; };
static void set(struct pair *p, int value) { p->second = value; }
int main(void)
{
    struct pair p;
    p.second = 7;
    set(&p, __VERIFIER_nondet_int());
    if (p.second != 7)
        reach_error();
    return 0;
}
