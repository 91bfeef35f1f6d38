// inputs: 3
void *memcpy(void *, const void *, __SIZE_TYPE__);
extern int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void) {
    char from[8] = {1, 2, 3, 4, 5, 6, 7, 8}, to[8] = {0};
    char *p = to, *q = from;
    unsigned n = __VERIFIER_nondet_int();
    if (n > 8)
        return 0;
    memcpy(p, q, n);
    if (n > 2 && to[2] == 3)
        reach_error();
    if (n <= 2 && to[2] != 0)
        reach_error();
    if (from[7] != 8)
        reach_error();
    return 0;
}
