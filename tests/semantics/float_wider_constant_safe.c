// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    check((double)1.79769313486231570814527423731704357e+308L < 1 / 0.0);
    return 0;
}
