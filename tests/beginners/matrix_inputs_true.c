#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void) {
    int m[3][3];
    int i, j, max;
    for (i = 0; i < 3; i++)
        for (j = 0; j < 3; j++)
            m[i][j] = __VERIFIER_nondet_int();
    max = m[0][0];
    for (i = 0; i < 3; i++)
        for (j = 0; j < 3; j++)
            if (m[i][j] > max) max = m[i][j];
    for (i = 0; i < 3; i++)
        for (j = 0; j < 3; j++)
            assert(m[i][j] <= max);
    return 0;
}
