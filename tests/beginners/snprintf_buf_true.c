#include <assert.h>
#include <stdio.h>
int main(void) {
    char buf[8];
    int n = snprintf(buf, sizeof buf, "%d", 12345);
    assert(n == 5);
    assert(buf[5] == 0);
    return 0;
}
