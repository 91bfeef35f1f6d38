// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    float f = 0x1.000001p0f;
    check(f == 0x1.000001p0);
    return 0;
}
