// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    check(sizeof "abc" == 3);
    return 0;
}
