// inputs:
int __VERIFIER_nondet_int(void);
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

// C11 5.1.2.2.3: only the brace returns 0, and only from an `int`.
static int calls;
int main(void) {
    if (calls++ == 0)
        check(main() == 1);
    else
        calls++;
}
