// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int sscanf(const char *, const char *, ...);
int main(void) {
    int x = 5;
    sscanf("7", "%d", &x);
    check(&x != 0);
    return 0;
}
