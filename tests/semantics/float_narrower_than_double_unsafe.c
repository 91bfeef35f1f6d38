// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    float f = 0.1f;
    double d = 0.1;
    check(f == d);
    return 0;
}
