#include <assert.h>
int main(void) {
    int m[4][4];
    int i, j, sum = 0;
    for (i = 0; i < 4; i++)
        for (j = 0; j < 4; j++)
            m[i][j] = i + j;
    for (i = 0; i < 4; i++)
        for (j = 0; j < 4; j++)
            sum += m[i][j];
    assert(sum == 48);
    return 0;
}
