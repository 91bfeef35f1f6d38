/* A packet of no bytes leaves the state as it is: in the other one there is room for a byte. */
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void)
{
    unsigned char state = 0, length = 0, position = 0, bytes[32];
    for (;;) {
        unsigned char c = __VERIFIER_nondet_uchar();
        if (state == 0) {
            if (c > 32)
                break;
            length = c;
            position = 0;
            state = c ? 1 : 0;
        } else {
            if (position >= 32)
                reach_error();
            bytes[position++] = c;
            if (position == length)
                state = 0;
        }
    }
    return 0;
}
