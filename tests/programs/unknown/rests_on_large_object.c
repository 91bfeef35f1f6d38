// expect: large object
void reach_error(void);
int __VERIFIER_nondet_int(void);
struct table {
    int rows[100000];
};
struct table now, before;
int main(void) {
    int i = __VERIFIER_nondet_int();
    before = now;
    if (i >= 0 && i < 100000 && before.rows[i]) reach_error();
    return 0;
}
