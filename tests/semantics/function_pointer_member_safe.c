// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

struct ops { int (*get)(int); };
static int twice(int x) { return 2 * x; }
static int same(int x) { return x; }
int main(void) {
    struct ops a = { twice }, b = { same };
    struct ops *p = &b;
    check(a.get(3) == 6 && (*p->get)(3) == 3);
    return 0;
}
