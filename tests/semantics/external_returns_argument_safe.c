// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

char *strchr(const char *, int);
int main(void) {
    char b[4] = "abc";
    char *p = strchr(b, 'b');
    if (p) *p = 'z';
    check(b[0] == 'a' || b[0] == 'z');
    return 0;
}
