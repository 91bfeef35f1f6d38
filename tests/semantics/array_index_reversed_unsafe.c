// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    int a[2] = { 3, 4 };
    check(1[a] == 3);
    return 0;
}
