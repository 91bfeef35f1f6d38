// inputs: 1
int __VERIFIER_nondet_int(void);
void reach_error(void);
typedef char t;
int main(void) {
    // This declares nothing: the name is a type's.
    static t;
    if (sizeof(t) == __VERIFIER_nondet_int())
        reach_error();
    return 0;
}
