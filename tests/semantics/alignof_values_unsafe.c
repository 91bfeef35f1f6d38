// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    check(_Alignof(short) == 1 && _Alignof(char) == 1);
    return 0;
}
