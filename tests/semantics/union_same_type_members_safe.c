// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    union { int a; int b; } u;
    u.a = 5;
    u.b = 6;
    check(u.a == 6);
    return 0;
}
