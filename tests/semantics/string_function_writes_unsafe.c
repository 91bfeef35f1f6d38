// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

char *strcpy(char *, const char *);
int main(void) {
    char b[8] = { 1 };
    strcpy(b, "xyz");
    check(b[0] == 1);
    return 0;
}
