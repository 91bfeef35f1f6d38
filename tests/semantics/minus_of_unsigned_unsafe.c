// inputs: 1
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    check(-1u < 0);
    return 0;
}
