#include <assert.h>
#include <stdlib.h>
struct vec { int *data; int len, cap; };
int main(void) {
    struct vec v = {0, 0, 0};
    for (int i = 0; i < 5; i++) {
        if (v.len == v.cap) {
            int cap = v.cap ? v.cap * 2 : 2;
            int *d = realloc(v.data, cap * sizeof *d);
            if (!d) return 1;
            v.data = d; v.cap = cap;
        }
        v.data[v.len++] = i;
    }
    assert(v.len == 5 && v.cap == 8);
    assert(v.data[4] == 4);
    free(v.data);
    return 0;
}
