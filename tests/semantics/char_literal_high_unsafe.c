// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    char c = '\xff';
    check(c == 255);
    return 0;
}
