// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    float f = 3.4e38f;
    float g = f * 10;
    check(g - f == g && g > f);
    return 0;
}
