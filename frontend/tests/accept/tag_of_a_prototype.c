// expect: ok
/* C11 6.2.1p4: the tag of the prototype is another one, which gcc warns of. */
int f(struct s *p);
struct s {
    int a;
};
struct s x;
int main(void) {
    return f(&x);
}
