// gcc leaves the call out at -O2: it is promised to have no effects, and its result is not used.
extern void reach_error(void);
int main(void) {
    int (*f)(void) __attribute__((const)) = 0;
    f();
    reach_error();
}
