// inputs:
// The elements of an array that is a member of a `const` structure are `const` (C11 6.5.2.3p3, 6.7.3p9).
extern void reach_error(void);

struct S { int a[2]; };
const struct S s;
int outside = _Generic(&s.a[0], int *: 1, const int *: 2);

int main(void) {
    const struct S *p = &s;
    int inside = _Generic(&p->a[1], int *: 1, const int *: 2) +
                 __builtin_types_compatible_p(__typeof__(&(const struct S){0}.a[0]), int *);
    if (outside == 2 && inside == 2)
        reach_error();
    return 0;
}
