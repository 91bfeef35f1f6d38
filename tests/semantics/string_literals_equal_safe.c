// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

/* Equal string literals of a unit are one object in gcc (6.4.5p7). */

int main(void) {
    const char *a = "abc", *b = "abc";
    check(a == b);
    return 0;
}
