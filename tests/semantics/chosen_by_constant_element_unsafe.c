// inputs:
// What is chosen by the type of an element of a `const` structure need not be a number.
extern void reach_error(void);

struct S { char a[2]; };

static int mutable(char *s) { return s[0]; }
static int constant(const char *s) { return s[0] + 1; }
#define access(s) _Generic(s, char *: mutable, const char *: constant)(s)

int main(void) {
    const struct S s = {"x"};
    const char *name = _Generic(&s.a[0], char *: "char", const char *: "Const char");
    if (access(&s.a[0]) == 'y' && name[0] == 'C')
        reach_error();
    return 0;
}
