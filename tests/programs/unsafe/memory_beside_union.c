/* A write to a member makes the other member unknown in all unions of its type, but only one of them changes. */
void reach_error(void);
int __VERIFIER_nondet_int(void);
union status { int code; void *pointer; };
static void forget(union status *s) { s->pointer = 0; }
int main(void) {
    union status first, second;
    second.code = __VERIFIER_nondet_int();
    forget(&first);
    if (second.code == 3) reach_error();
    return 0;
}
