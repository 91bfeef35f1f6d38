// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    int x = 300;
    check((int __attribute__((mode(QI))))x == 300);
    return 0;
}
