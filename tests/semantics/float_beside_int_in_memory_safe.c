// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

static void set(float *p, int *q) {
    *p = 1;
    *q = 7;
}

int main(void) {
    float f = 0;
    int i = 0;
    set(&f, &i);
    check(f == 1 && i == 7);
    return 0;
}
