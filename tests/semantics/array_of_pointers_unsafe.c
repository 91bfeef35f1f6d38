// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    int x = 1, y = 2, *v[2] = { &x, &y };
    *v[1] = 7;
    check(x == 1 && y == 2);
    return 0;
}
