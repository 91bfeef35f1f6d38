// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

static unsigned char low(int c) { return c; }
int main(void) {
    check(low(300) == 300);
    return 0;
}
