// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

static int g;
static int *__attribute__((constructor)) start(void) {
    g = 1;
    return 0;
}
int main(void) {
    check(g == 0);
    return 0;
}
