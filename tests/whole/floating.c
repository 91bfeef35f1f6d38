#include <stdio.h>

static float half(x) float x; { return x / 2; }
static double squared(double x) { return x * x; }

int main(void)
{
    double sum = 0, third = 1.0 / 3;
    float narrow = third;
    union { double value; unsigned long long bits; } u = {-0.1};
    for (int i = 1; i <= 10; i++)
        sum += 1.0 / i;
    printf("%d %d %d\n", (int)(sum * 1e8), narrow == third, (int)half(5));
    printf("%llx %u\n", u.bits, (unsigned)(squared(1.5) * 1000));
    printf("%d %d\n", -u.value > 0.0999999f, !(0.0 / 0.0 == 0.0 / 0.0));
    return sum > 2.92 && sum < 2.93 ? 0 : 1;
}
