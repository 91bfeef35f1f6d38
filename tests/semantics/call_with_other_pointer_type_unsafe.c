// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

/* A function gets its argument as another type than the caller gave it (6.3.2.3p8; drivers do it). */
struct pair {
    int a;
    int b;
};
static struct pair s;
static void set(int *p) { *p = 7; }
int main(void) {
    void (*f)(void *) = (void (*)(void *))set;
    s.a = 1;
    f(&s);
    check(s.a == 1);
    return 0;
}
