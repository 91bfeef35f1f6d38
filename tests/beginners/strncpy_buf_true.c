#include <assert.h>
#include <string.h>
int main(void) {
    char buf[6];
    strncpy(buf, "hello, world", sizeof buf - 1);
    buf[5] = 0;
    assert(strlen(buf) == 5);
    assert(strcmp(buf, "hello") == 0);
    return 0;
}
