// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    char s[2] = "ab";
    check(sizeof s == 2 && s[1] == 0);
    return 0;
}
