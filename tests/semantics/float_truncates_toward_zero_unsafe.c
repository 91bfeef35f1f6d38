// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    double d = -2.9;
    check((int)d == -3);
    return 0;
}
