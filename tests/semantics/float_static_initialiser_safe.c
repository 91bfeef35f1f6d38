// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

static int whole = (int)(2.5 * 2);
static double third = 1.0 / 3;

int main(void) {
    double one = 1, three = 3;
    check(whole == 5 && third == one / three);
    return 0;
}
