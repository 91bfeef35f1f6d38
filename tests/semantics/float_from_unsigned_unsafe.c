// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    unsigned u = -1;
    unsigned long w = -1;
    double d = u;
    float f = w;
    check(d == -1);
    return 0;
}
