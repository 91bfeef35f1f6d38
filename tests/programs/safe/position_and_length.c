/* Where a copy is and what is left of it add up to what there was, of which nothing is kept. */
extern void reach_error(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
int main(void)
{
    unsigned long length = __VERIFIER_nondet_ulong();
    if (length > 4096)
        return 0;
    unsigned long position = 0;
    while (length) {
        unsigned long chunk = length > 16 ? 16 : length;
        position += chunk;
        length -= chunk;
    }
    if (position > 4096)
        reach_error();
    return 0;
}
