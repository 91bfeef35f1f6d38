// inputs:
void reach_error(void);
struct pair { int first, second; };
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    struct pair pair = {1, 2};
    int *to;
    __asm__("mov %1, %0" : "=r"(to) : "r"((unsigned long)&pair));
    *to = 7;
    check(pair.first != 7);
    return 0;
}
