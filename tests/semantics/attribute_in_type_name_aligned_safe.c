// inputs:
// imprecise: the front end refuses it
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    check(_Alignof(int __attribute__((aligned(16)))) == 16);
    return 0;
}
