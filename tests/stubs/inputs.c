/* For differential tests: every input is the number in the environment variable INPUT; the exit status says how the run ended. */
#include <stdlib.h>

static long long input(void)
{
    static int calls;
    if (++calls > 1000)
        exit(3);
    return atoll(getenv("INPUT"));
}

int __VERIFIER_nondet_int(void) { return input(); }
unsigned __VERIFIER_nondet_uint(void) { return input(); }
long __VERIFIER_nondet_long(void) { return input(); }
unsigned long __VERIFIER_nondet_ulong(void) { return input(); }
short __VERIFIER_nondet_short(void) { return input(); }
unsigned short __VERIFIER_nondet_ushort(void) { return input(); }
char __VERIFIER_nondet_char(void) { return input(); }
unsigned char __VERIFIER_nondet_uchar(void) { return input(); }
void reach_error(void) { exit(1); }
void __VERIFIER_error(void) { exit(1); }
void __VERIFIER_assert(int condition) { if (!condition) exit(1); }
void __VERIFIER_assume(int condition) { if (!condition) exit(2); }
