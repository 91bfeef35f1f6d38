// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    const char *s = "ab";
    check(s[0] == 'a' && s[1] == 'b' && s[2] == 0);
    return 0;
}
