#include <assert.h>
unsigned hash(const char *s) {
    unsigned h = 5381;
    while (*s) h = ((h << 5) + h) + (unsigned char)*s++;
    return h;
}
int main(void) {
    assert(hash("abc") == 193485963u);
    return 0;
}
