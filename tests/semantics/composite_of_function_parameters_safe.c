// inputs:
// Redeclared functions have the composite type (C11 6.2.7p3).
extern void reach_error(void);

static int f(int (*a)[3]);
static int f(int (*a)[]);
static int f(int (*a)[]) { return a != 0; }
static int g(int (*x)(int (*)[])) { return _Generic(x, int (*)(int (*)[4]): 1, default: 0); }

int main(void) {
    if (_Generic(&f, int (*)(int (*)[4]): 0, default: 1) && f(0) == 0 && g(0) == 1) return 0;
    reach_error();
    return 1;
}
