// expect: error unsupported: an object whose type another block or file completes
/* C11 6.2.7p4: where `&a` stands, the array has no length. */
extern int a[];
void other(void) {
    extern int a[3];
}
int main(void) {
    return _Generic(&a, int (*)[4]: 1, default: 2);
}
int a[3];
