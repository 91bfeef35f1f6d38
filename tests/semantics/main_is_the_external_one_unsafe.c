// inputs:
// before: units/static_main.c
int __VERIFIER_nondet_int(void);
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

// The other file has a static function of this name.
int other_main(void);
int main(void) {
    check(other_main() == 8);
    return 0;
}
