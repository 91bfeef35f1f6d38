#include <assert.h>
#include <string.h>
int pal(const char *s) {
    int i = 0, j = strlen(s) - 1;
    while (i < j) { if (s[i] != s[j]) return 0; i++; j--; }
    return 1;
}
int main(void) {
    assert(pal("racecar"));
    assert(pal("hello"));
    return 0;
}
