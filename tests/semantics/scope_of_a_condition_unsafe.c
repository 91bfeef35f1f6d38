// inputs: 0
int __VERIFIER_nondet_int(void);
void reach_error(void);
static int in(void) { return __VERIFIER_nondet_int(); }
static void check(int condition) {
    if (!condition)
        reach_error();
}

struct s {
    char c;
};
enum { E = 1 };

int main(void) {
    int x = in(), n = 0;
    if (sizeof(struct s { int a, b; }) == 8)
        n += sizeof(struct s);
    switch (sizeof(struct s { int a, b, c; })) {
    case 12:
        n += sizeof(struct s);
    }
    while (x < (int)sizeof(enum { E = 5 }))
        x += E;
    do
        n++;
    while (n < (int)sizeof(struct s { int a[9]; }));
    check(n != 36 || sizeof(struct s) != 1 || E != 1);
    return 0;
}
