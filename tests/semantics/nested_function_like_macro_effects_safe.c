// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

#define MAX(a, b) ((a) > (b) ? (a) : (b))
int main(void) {
    int i = 1;
    int m = MAX(i++, 0);
    check(m == 2 && i == 3);
    return 0;
}
