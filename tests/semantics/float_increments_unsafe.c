// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    float f = 1.5f;
    float before = f++;
    ++f;
    check(before == 2.5f);
    return 0;
}
