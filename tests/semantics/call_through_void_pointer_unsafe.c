// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

/* A function pointer that was a pointer to void loses its parameter types (gcc manual, -fno-strict-aliasing). */
struct pair {
    int a;
    int b;
};
static struct pair s;
static void set(int *p) { *p = 7; }
int main(void) {
    void *v = (void *)set;
    void (*f)(struct pair *) = (void (*)(struct pair *))v;
    s.a = 1;
    f(&s);
    check(s.a == 1);
    return 0;
}
