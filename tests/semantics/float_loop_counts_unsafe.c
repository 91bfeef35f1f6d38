// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    float f;
    int n = 0;
    for (f = 0; f < 10; f += 1)
        n++;
    check(n == 11);
    return 0;
}
