// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

static int count(void) { static int n = 5; return n++; }
int main(void) {
    count();
    check(count() == 5);
    return 0;
}
