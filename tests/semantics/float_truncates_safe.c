// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    int x = (int)2.9;
    check(x == 2);
    return 0;
}
