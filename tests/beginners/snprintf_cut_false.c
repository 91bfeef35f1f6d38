#include <assert.h>
#include <stdio.h>
#include <string.h>
int main(void) {
    char buf[8];
    snprintf(buf, sizeof buf, "%s", "hello, world");
    assert(strlen(buf) == 8);
    return 0;
}
