// expect: error unsupported: a declaration in the length of an array
/* C11 6.2.1p7: the first length is 1, and we analyse the second one first. */
enum { K = 1 };
int main(void) {
    return sizeof(int[K][sizeof(enum { K = 2 })]);
}
