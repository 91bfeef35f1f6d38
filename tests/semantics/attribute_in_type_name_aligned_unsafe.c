// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    check(_Alignof(int __attribute__((aligned(16)))) == 4);
    return 0;
}
