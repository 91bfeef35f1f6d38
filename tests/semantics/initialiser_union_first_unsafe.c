// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    union { int a; char c; } u = { 5 };
    check(u.a == 0);
    return 0;
}
