// inputs:
int __VERIFIER_nondet_int(void);
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

// The definition that the pointer calls is no prototype, nor is the pointer's type.
struct s {
    int a;
};
static int set(p)
    struct s *p;
{
    p->a = 1;
    return 0;
}
int main(void) {
    int v = 0;
    int (*call)() = set;
    call(&v);
    check(v == 1);
    return 0;
}
