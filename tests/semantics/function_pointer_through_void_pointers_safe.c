// inputs:
int __VERIFIER_nondet_int(void);
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

// Where the pointer lies is handed on without a type.
static int reached;
static void target(int x) { reached = 1; }
int main(void) {
    void (*p)(int) = target;
    void *where = &p;
    int (**q)(void) = where;
    (*q)();
    check(reached == 0 || reached == 1);
    return 0;
}
