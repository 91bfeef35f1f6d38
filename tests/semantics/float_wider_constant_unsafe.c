// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    check((double)1.79769313486231570814527423731704357e+308L * 2 < 1e309);
    return 0;
}
