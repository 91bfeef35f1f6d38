// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    long long r = llabs(-5000000000LL);
    check(r == 5000000000LL);
    return 0;
}
