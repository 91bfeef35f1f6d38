// inputs: 3
void *memmove(void *, const void *, __SIZE_TYPE__);
extern int __VERIFIER_nondet_int(void);
void reach_error(void);
static short all[300];

int main(void) {
    unsigned i = __VERIFIER_nondet_int();
    if (i >= 100)
        return 0;
    all[i] = 1;
    all[i + 1] = 2;
    memmove(all + 1, all, 2 * 200);
    if (all[i + 1] == 1 || all[i + 2] == 2)
        reach_error();
    return 0;
}
