// inputs: 1 4
int __VERIFIER_nondet_int(void);
void reach_error(void);
typedef char t;
int main(void) {
    static t;
    static n;
    if (sizeof(t) != 1 || sizeof(n) != 4)
        reach_error();
    return 0 & __VERIFIER_nondet_int();
}
