// inputs:
void reach_error(void);
void *mempcpy(void *, const void *, unsigned long);
struct pair { int first, second; };
struct one { struct pair *held; };
struct other { int *held; };
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    struct pair pair = {1, 2};
    struct one one = {&pair};
    struct other other = {0};
    mempcpy(&other, &one, sizeof one);
    *other.held = 7;
    check(pair.first != 7);
    return 0;
}
