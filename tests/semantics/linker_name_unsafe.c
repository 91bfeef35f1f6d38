// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int target(void) { return 2; }
int other(void) __asm__("target");
int main(void) {
    check(other() == 1);
    return 0;
}
