// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    int x = 1;
    int s = sizeof(x++);
    check(s == 4 && x == 2);
    return 0;
}
