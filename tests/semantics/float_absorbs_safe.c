// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    float f = 16777216;
    check(f + 1 == f && f + 2 > f);
    return 0;
}
