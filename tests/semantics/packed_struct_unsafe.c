// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    struct t { char c; int i; } __attribute__((packed));
    check(sizeof(struct t) == 8);
    return 0;
}
