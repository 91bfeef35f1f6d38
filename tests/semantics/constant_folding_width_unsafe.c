// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    int x = 1;
    check((unsigned char)(250 + 10) == 260 && x);
    return 0;
}
