// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    float below = 0.1f;
    check(below <= 0.1);
    return 0;
}
