extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

/* What is written at one masked index is read at another. */
unsigned char lengths[4];

int main(void)
{
    while (__VERIFIER_nondet_int()) {
        unsigned length = __VERIFIER_nondet_uint();
        if (length > 16)
            length = 16;
        lengths[__VERIFIER_nondet_uint() & 3] = length;
        if (lengths[__VERIFIER_nondet_uint() & 3] > 16)
            reach_error();
    }
    return 0;
}
