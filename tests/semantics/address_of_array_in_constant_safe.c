// inputs: 1 3
int __VERIFIER_nondet_int(void);
void reach_error(void);
struct s {
    int a[3];
};
static const struct s c = {{1, 2, 3}};
static struct s v;
int main(void) {
    if (_Generic(&c.a, int (*)[3]: 1, const int (*)[3]: 3) != 3 ||
        _Generic(&v.a, int (*)[3]: 1, const int (*)[3]: 3) != 1 ||
        _Generic((typeof(c.a) *)0, int (*)[3]: 1, const int (*)[3]: 3) != 3)
        reach_error();
    return 0 & __VERIFIER_nondet_int();
}
