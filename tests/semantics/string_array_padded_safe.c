// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    char s[4] = "ab";
    check(s[2] == 0 && s[3] == 0);
    return 0;
}
