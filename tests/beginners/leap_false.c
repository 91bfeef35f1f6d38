#include <assert.h>
int __VERIFIER_nondet_int(void);
int leap(int y) { return (y % 4 == 0 && y % 100 != 0) || y % 400 == 0; }
int days(int m, int y) {
    static const int d[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    return m == 2 && leap(y) ? 29 : d[m - 1];
}
int main(void) {
    int y = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int();
    if (y < 1900 || y > 2100 || m < 1 || m > 12) return 0;
    int d = days(m, y);
    assert(d >= 29 && d <= 31);
    if (leap(y)) assert(y % 4 == 0);
    return 0;
}
