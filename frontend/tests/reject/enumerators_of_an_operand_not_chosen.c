// expect: error unsupported: this enumerator means nothing here
/* C11 6.2.1p7: gcc knows it behind the operand, whether that is evaluated or not. */
enum { K = 1 };
int main(void) {
    enum { L = 1 };
    return _Generic(1, int: 5, default: sizeof(enum { K = 2 })) * 10 + K;
}
