// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    int c = 1;
    check((c ? 1 : 2.5) / 2 == 0);
    return 0;
}
