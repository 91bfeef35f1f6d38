// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int snprintf(char *, unsigned long, const char *, ...);
int main(void) {
    char b[4] = { 0 };
    snprintf(b, sizeof b, "ab");
    check(b != 0);
    return 0;
}
