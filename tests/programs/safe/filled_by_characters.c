/* The bytes of a value are what was written there one by one: no execution may say otherwise. */
void reach_error(void);
char __VERIFIER_nondet_char(void);
struct request {
    int code;
    unsigned char data[300];
    unsigned length;
};
int main(void) {
    struct request r;
    for (unsigned i = 0; i < sizeof r; i++) ((char *)&r)[i] = __VERIFIER_nondet_char();
    unsigned char first = ((unsigned char *)&r)[0];
    if ((r.code & 255) != first) reach_error();
    return 0;
}
