// inputs: 4
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

static int g = 5;
int main(void) {
    int r;
    {
        int g2 = g;
        int g = g2 + 1;
        r = g;
    }
    check(r == 6 && g == 5);
    return 0;
}
