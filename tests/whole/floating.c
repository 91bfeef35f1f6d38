#include <stdlib.h>

static float half(x) float x; { return x / 2; }
static double squared(double x) { return x * x; }

int main(void)
{
    double sum = 0, third = 1.0 / 3;
    float narrow = third;
    for (int i = 1; i <= 10; i++)
        sum += 1.0 / i;
    if ((int)(sum * 1e8) != 292896825 || narrow == third || (int)half(5.0) != 2)
        abort();
    if ((unsigned)(squared(1.5) * 1000) != 2250 || 0.0 / 0.0 == 0.0 / 0.0)
        abort();
    return 0;
}
