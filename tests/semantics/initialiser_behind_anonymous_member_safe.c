// inputs:
// What follows a member of an anonymous member goes on inside it (C11 6.7.9p17).
extern void reach_error(void);

struct S { union { struct { int a, b; }; long c; }; int g; };
static struct S s = {.a = 5, 6, 7};

int main(void) {
    if (s.b == 6 && s.g == 7) return 0;
    reach_error();
    return 1;
}
