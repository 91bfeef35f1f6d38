// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    int x = 0, *p = &x;
    int ok = 0;
    if (p && !*p) ok = 1;
    check(ok);
    return 0;
}
