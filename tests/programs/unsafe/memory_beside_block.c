/* Filling a block makes all of memory unknown, but the condition needs only what the block does not hold. */
void reach_error(void);
void *memset(void *, int, unsigned long);
int __VERIFIER_nondet_int(void);
struct extension { int started; int removed; };
static void clear(void *p) { memset(p, 0, sizeof(struct extension)); }
int main(void) {
    struct extension e;
    int request = __VERIFIER_nondet_int(), *p = &request;
    clear(&e);
    if (*p == 3) reach_error();
    return 0;
}
