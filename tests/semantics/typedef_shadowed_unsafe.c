// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

typedef int t;
int main(void) {
    t x = 1;
    {
        int t = 2;
        x = t;
    }
    check(x == 1);
    return 0;
}
