#include <assert.h>
int main(void) {
    int a[5] = {5, 1, 4, 2, 3}, i, j;
    for (i = 0; i < 5; i++)
        for (j = 0; j + 1 < 5; j++)
            if (a[j] > a[j + 1]) { int t = a[j]; a[j] = a[j + 1]; a[j + 1] = t; }
    for (i = 0; i < 5; i++) assert(a[i] == i + 1);
    return 0;
}
