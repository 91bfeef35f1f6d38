// expect: error unsupported: a declaration in the third expression of `for`
/* C11 6.2.1p7: the body comes after it in the text, and its K is 2. */
enum { K = 1 };
int main(void) {
    int x = 0;
    for (int i = 0; i < 1; i += sizeof(enum { K = 2 }))
        x = K;
    return x;
}
