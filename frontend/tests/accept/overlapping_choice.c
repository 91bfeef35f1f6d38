// expect: ok
// The same of what `?:` chooses: gcc assigns it in the branches, without a copy.
extern int choice(void);
struct triple {
    int a, b, c;
};
int m[4] = {1, 2, 3, 4};
int main(void) {
    struct triple *p = (void *)m, *q = (void *)(m + 1);
    *q = choice() ? *p : *p;
    if (m[3] != 3)
        __builtin_abort();
    return 0;
}
