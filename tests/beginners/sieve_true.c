#include <assert.h>
int main(void) {
    int composite[20] = {0}, i, j, c = 0;
    for (i = 2; i < 20; i++) if (!composite[i]) for (j = i * i; j < 20; j += i) composite[j] = 1;
    for (i = 2; i < 20; i++) if (!composite[i]) c++;
    assert(c == 8);
    return 0;
}
