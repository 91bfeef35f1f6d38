// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

static int seen;
static void note(int first, int second) { seen = second; }
int main(void) {
    void (*call)(double, int) = (void (*)(double, int))note;
    call(1.0, 7);
    check(seen == 7);
    return 0;
}
