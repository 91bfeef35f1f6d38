// inputs:
// C11 6.2.8: objects lie at multiples of what their types ask for.
#include <stdint.h>
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

struct __attribute__((aligned(16))) wide { char c; };
struct pair { char c; int i; };
struct __attribute__((packed)) tight { char c; int i; };
static int number;
static double numbers[3];
static struct wide wide[2];

static int is_aligned(void *p, unsigned by) { return (uintptr_t)p % by == 0; }

int main(void) {
    struct pair pair;
    struct tight tight[2];
    int *inner = &pair.i;
    check((uintptr_t)&number % 4 == 0 && (uintptr_t)&wide % 16 == 0);
    check((uintptr_t)numbers % _Alignof(double) == 0 && is_aligned(&pair, 4));
    check((uintptr_t)&wide[0] % 8 == 0 && is_aligned(inner, 4));
    // One of two neighbours is not.
    check(is_aligned(&tight[0], 2) && is_aligned(&tight[1], 2));
    return 0;
}
