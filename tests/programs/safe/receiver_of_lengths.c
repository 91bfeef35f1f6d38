// A receiver: a length, and then as many bytes; how many are left depends on its state.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char length = 0, got = 0;
    int in_message = 0;
    while (__VERIFIER_nondet_int()) {
        unsigned char byte = __VERIFIER_nondet_uchar();
        if (!in_message) {
            if (byte > 0 && byte <= 12) {
                in_message = 1;
                length = byte;
                got = 0;
            }
        } else {
            if (got >= 12)
                reach_error();
            got++;
            if (got == length)
                in_message = 0;
        }
    }
}
