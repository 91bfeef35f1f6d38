// expect: error unsupported: this enumerator means nothing here
/* gcc knows it behind the attribute, whose argument we do not look at. */
enum { K = 1 };
int main(void) {
    int f(int *) __attribute__((nonnull(sizeof(enum { K = 2 }) - 3)));
    for (int i = 0; i < 1; i++)
        if (K != 1)
            return 1;
    return 0;
}
