#include <assert.h>
#include <string.h>
int main(void) {
    char buf[16] = "foo";
    strcat(buf, "bar");
    assert(strlen(buf) == 7);
    assert(strcmp(buf, "foobar") == 0);
    return 0;
}
