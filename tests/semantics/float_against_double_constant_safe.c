// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    float below = 0.1f, above = 0.3f;
    check(below > 0.1 && !(below <= 0.1) && below != 0.1);
    check(above > 0.3 && above != 0.3 && !(above < 0.3));
    check(-below < -0.1 && 0.1 < below && -0.1 > -below);
    check((float)1e39 > 3.5e38 && 3.5e38 > 3.4e38f);
    return 0;
}
