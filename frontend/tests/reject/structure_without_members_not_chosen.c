// expect: error unsupported: this type means nothing here
/* The structure without members is known behind the operand, and hides the other one. */
struct t {
    int a;
};
struct t x;
int main(void) {
    int k = _Generic(0, int : 1, default : sizeof(struct t {}));
    return (char *)((struct t *)&x + 1) == (char *)&x;
}
