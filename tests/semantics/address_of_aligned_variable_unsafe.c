// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

struct wide { char c; long long number; };
int main(void) {
    struct wide x;
    int y = 1;
    x.number = 1;
    check((unsigned long) &y % 4 == 1 || (unsigned long) &x % 4 == 2);
    return (int) x.number - y;
}
