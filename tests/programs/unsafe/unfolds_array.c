/* The last element is another one. */
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
    assert(squares[0] == 0 && squares[7] == 48);
    for (int i = 0; i < 12; i++)
        assert(zero[i] == 0);
    return 0;
}
