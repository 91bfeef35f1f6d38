// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

static void twice(float *p) { *p = *p * 2; }

int main(void) {
    float f[3] = {1, 2, 3};
    int i = 1;
    twice(&f[i]);
    check(f[1] == 2);
    return 0;
}
