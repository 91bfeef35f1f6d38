// inputs:
int __VERIFIER_nondet_int(void);
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

// The pointer comes back as an integer, as another type of function.
static int reached;
static void target(int x) { reached = 1; }
union slot { void (*call)(int); long words[1]; };
int main(void) {
    union slot s;
    s.call = target;
    ((void (*)(void))s.words[0])();
    check(reached == 0 || reached == 1);
    return 0;
}
