// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    char s[] = "a" "b";
    check(sizeof s == 3 && s[1] == 'b');
    return 0;
}
