// inputs: 70
void *memcpy(void *, const void *, __SIZE_TYPE__);
extern int __VERIFIER_nondet_int(void);
void reach_error(void);
static int from[100], to[120];

int main(void) {
    unsigned i = __VERIFIER_nondet_int();
    if (i >= 100)
        return 0;
    from[i] = 5;
    to[i] = 6;
    memcpy(to + 2, from, sizeof from);
    if (to[i + 2] != 5)
        reach_error();
    if (i >= 2 && to[1] != 0)
        reach_error();
    return 0;
}
