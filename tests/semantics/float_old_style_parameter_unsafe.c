// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

static double same(f, n)
    float f;
    int n;
{
    return n ? f : 0;
}

int main(void) {
    check(same(0.1, 1) == 0.1);
    return 0;
}
