// inputs:
// imprecise: what shares bits with a truth value is unknown
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    union { unsigned char byte; _Bool truth; } u;
    u.byte = 2;
    u.truth = 1;
    check(u.byte == 1);
    return 0;
}
