// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    union { long l; int i; } u;
    u.l = 0;
    u.i = -1;
    check(u.l == 0);
    return 0;
}
