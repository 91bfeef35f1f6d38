/* A pointer from outside may point to a member whose address the program takes. */
void reach_error(void);
void *malloc(unsigned long);
void *__VERIFIER_nondet_pointer(void);
struct connection { int version, state; };
int main(void) {
    struct connection *s = malloc(sizeof *s);
    int *p = __VERIFIER_nondet_pointer(), *taken = &s->state;
    *taken = 1;
    *p = 0;
    if (s->state != 1) reach_error();
    return 0;
}
