#include <assert.h>
int main(void) {
    int r[6] = {1}, i, j;
    for (i = 1; i < 6; i++) for (j = i; j > 0; j--) r[j] += r[j - 1];
    assert(r[0] == 1 && r[2] == 9);
    return 0;
}
