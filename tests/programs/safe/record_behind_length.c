/* A record within a packet: what was tested before the loop is enough, and the loop changes none
   of it. */
int __VERIFIER_nondet_int(void);
void __VERIFIER_assert(int condition);

int main(void) {
    int offset = __VERIFIER_nondet_int(), packet = __VERIFIER_nondet_int();
    int length = __VERIFIER_nondet_int();
    if (packet > 32 || offset < 0 || offset > 32 || length > 255 || offset + length > packet)
        return 0;
    for (int i = 0; i < length; i++)
        __VERIFIER_assert(offset + i < 32);
    return 0;
}
