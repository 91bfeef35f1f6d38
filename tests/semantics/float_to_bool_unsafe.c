// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    float f = 0.3f;
    double minus = -0.0;
    _Bool some = f, none = minus;
    check(!some);
    return 0;
}
