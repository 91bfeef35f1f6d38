/* A table that is filled and read by functions, and one that nobody wrote. */
#include <assert.h>

static int zero[12];

static void fill(int *a, int n)
{
    for (int i = 0; i < n; i++)
        a[i] = i * i;
}

int main(void)
{
    int squares[8];
    fill(squares, 8);
    assert(squares[0] == 0 && squares[7] == 49);
    for (int i = 0; i < 12; i++)
        assert(zero[i] == 0);
    return 0;
}
