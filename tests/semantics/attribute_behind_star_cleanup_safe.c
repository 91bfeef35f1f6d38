// inputs:
// imprecise: the front end refuses it
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

static int g;
static void leave(int **p) { g = *p == 0; }
int main(void) {
    { int *__attribute__((cleanup(leave))) p = 0; }
    check(g == 1);
    return 0;
}
