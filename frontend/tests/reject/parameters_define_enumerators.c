// expect: error unsupported: a type that a list of parameters defines
/* C11 6.2.1p4: outside of the list, `K` is 1. */
enum { K = 1 };
int main(void) {
    return (sizeof(int (*)(enum { K = 2 })) > 0) * 10 + K;
}
