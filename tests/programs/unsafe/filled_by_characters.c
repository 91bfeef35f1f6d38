/* A harness fills objects with unknown characters, as those of drivers do; what they hold decides.
   Each character is followed, however many there are. The program is too large for proofs to have
   its memory in bytes. */
void reach_error(void);
int __VERIFIER_nondet_int(void);
char __VERIFIER_nondet_char(void);
struct request {
    int code;
    unsigned char data[300];
    struct request *next;
    unsigned length;
};
#define TEN(x) x x x x x x x x x x
int main(void) {
    struct request r, s;
    int mode = __VERIFIER_nondet_int(), sum = 0;
    TEN(TEN(sum += mode; sum ^= 1; sum -= 2; sum ^= 3; sum += 4;))
    for (unsigned i = 0; i < sizeof r; i++) ((char *)&r)[i] = __VERIFIER_nondet_char();
    for (unsigned i = 0; i < sizeof s; i++) ((char *)&s)[i] = __VERIFIER_nondet_char();
    r.next = 0;
    if (mode == 3 && sum != 5 && r.code == 0x1234abcd && s.length == r.length + 77 && s.data[250] == 'x')
        reach_error();
    return 0;
}
