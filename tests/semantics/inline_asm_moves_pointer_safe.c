// inputs:
// imprecise: the value is any value
void reach_error(void);
struct pair { int first, second; };
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    struct pair pair = {1, 2};
    void *from = &pair;
    int *to;
    __asm__("mov %1, %0" : "=r"(to) : "r"(from));
    pair.first = 1;
    *to = 7;
    check(pair.first == 7);
    return 0;
}
