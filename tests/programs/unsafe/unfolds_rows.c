/* The row that is found may be another one. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int table[4][3];
    int wanted = __VERIFIER_nondet_int(), found = -1;
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 3; j++)
            table[i][j] = 10 * i + j;
    for (int i = 0; i < 4; i++)
        if (table[i][2] == wanted) {
            found = i;
            break;
        }
    assert(found < 4);
    assert(table[2][1] == 21);
    assert(found != 3 || wanted == 22);
    return 0;
}
