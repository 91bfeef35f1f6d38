// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    int x;
    _Bool b = &x;
    check(b == 0);
    return 0;
}
