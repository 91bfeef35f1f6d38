// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    long l = 9007199254740993;
    double d = l;
    check((long)d == l);
    return 0;
}
