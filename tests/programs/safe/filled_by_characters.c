/* What is beside an array of characters that a loop fills stays as it is. */
void reach_error(void);
char __VERIFIER_nondet_char(void);
struct request {
    int code;
    char data[300];
};
int main(void) {
    struct request r;
    r.code = 5;
    for (int i = 0; i < 300; i++) r.data[i] = __VERIFIER_nondet_char();
    if (r.code != 5) reach_error();
    return 0;
}
