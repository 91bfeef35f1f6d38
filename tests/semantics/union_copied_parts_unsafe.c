// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    struct parts { short low, high; };
    union { struct parts parts; int word; } u;
    struct parts from = { -1, 1 };
    u.word = 0;
    u.parts = from;
    check(u.word == 0xffff);
    return 0;
}
