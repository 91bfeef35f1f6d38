// inputs: 1
int __VERIFIER_nondet_int(void);
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

struct bits { unsigned low : 1, high : 31; };
static unsigned word;
int main(void) {
    void *object = &word;
    struct bits *p = object;
    p->low = 1;
    check(p->low == 1);
    return 0;
}
