// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    __auto_type x __attribute__((mode(QI))) = 300;
    check(x == 300);
    return 0;
}
