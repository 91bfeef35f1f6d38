// inputs: 3
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

static int id(int x) { return x; }
int main(void) {
    int x = 3;
    int y = id(x++);
    check(y == 3 && x == 4);
    return 0;
}
