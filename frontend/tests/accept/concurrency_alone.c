// expect: ok
// Nobody runs beside a program that calls nothing outside.
int __VERIFIER_nondet_int(void);
void reach_error(void);
int shared;
int main(void) {
    shared = __VERIFIER_nondet_int();
    if (shared == 7)
        reach_error();
    return 0;
}
