// expect: error unsupported: a type that a list of parameters defines
/* C11 6.2.1p4: outside of the list it is another `struct s`. */
struct s {
    int a, b;
};
int f(struct s { int b, a; } *p);
int main(void) {
    struct s s = {1, 2};
    return s.a;
}
