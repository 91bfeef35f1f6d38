// inputs:
// An array in a qualified structure has qualified elements (C11 6.5.2.3p3).
extern void reach_error(void);

static const struct { int a[2]; } s = {{1, 2}};

int main(void) {
    if (_Generic(s.a, int *: 0, const int *: 1)) return 0;
    reach_error();
    return 1;
}
