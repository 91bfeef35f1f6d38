// inputs:
// What is known of a name is not known of another function that it stands for.
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int g;
int f0(void) { g = 1; return 1; }
int f1(void) __attribute__((alias("f0")));
int f2(void) __attribute__((alias("f1")));
int f3(void) __attribute__((alias("f2")));
int f4(void) __attribute__((alias("f3")));
int f5(void) __attribute__((alias("f4")));
int f6(void) __attribute__((alias("f5")));
int f7(void) __attribute__((alias("f6")));
int f8(void) __attribute__((alias("f7")));
int f9(void) __attribute__((alias("f8")));
int main(void) {
    g = 0;
    f9();
    check(g == 1);
    return 0;
}
