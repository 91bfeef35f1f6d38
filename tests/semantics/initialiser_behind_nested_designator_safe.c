// inputs:
// What follows a nested designator goes on inside (C11 6.7.9p17).
extern void reach_error(void);

struct S { int d[2]; int g; };
static struct S s = {.d[0] = 5, 6};
static int a[2][2] = {[0][0] = 1, 2, 3};

int main(void) {
    if (s.d[1] == 6 && s.g == 0 && a[0][1] == 2 && a[1][0] == 3) return 0;
    reach_error();
    return 1;
}
