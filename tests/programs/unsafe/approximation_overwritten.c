/* A union makes a member unknown, which then gets a value that the program knows. */
void reach_error(void);
int __VERIFIER_nondet_int(void);
union u { int i; short s; } u;
int main(void) {
    u.s = 1;
    u.i = __VERIFIER_nondet_int();
    int *p = &u.i;
    if (*p == 3) reach_error();
    return 0;
}
