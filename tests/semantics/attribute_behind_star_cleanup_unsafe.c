// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

static int g;
static void leave(int **p) { g = *p == 0; }
int main(void) {
    { int *__attribute__((cleanup(leave))) p = 0; }
    check(g == 0);
    return 0;
}
