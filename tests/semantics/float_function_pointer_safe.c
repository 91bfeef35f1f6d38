// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

static float half(float f) { return f / 2; }

int main(void) {
    float (*volatile p)(float) = half;
    float (*q)(float) = p;
    check(q != half || q(3) == 1.5f);
    return 0;
}
