/* Functions of the C library have models. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int __VERIFIER_nondet_int(void);

int main(void) {
    const char *name = __VERIFIER_nondet_int() ? "a0" : "lo";
    assert(strlen(name) == 2 && strcmp("a0", "lo") < 0);
    assert(abs(__VERIFIER_nondet_int() % 3) < 3);
    return 0;
}
