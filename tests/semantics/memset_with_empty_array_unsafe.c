// inputs:
#include <string.h>
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

/* An array without elements is nothing that is filled. */
struct block {
    int number;
    int rows[9];
    char pad[0];
    struct {
        short none[0];
        long value;
    } inner;
};
int main(void) {
    struct block block = {1};
    block.inner.value = 7;
    memset(&block, 0, sizeof block);
    check(block.inner.value == 7);
    return 0;
}
