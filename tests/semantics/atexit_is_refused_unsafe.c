// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int atexit(void (*)(void));
static int g;
static void last(void) { check(g == 0); }
int main(void) {
    atexit(last);
    g = 1;
    return 0;
}
