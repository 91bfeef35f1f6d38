// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    union { long number; int *pointer; } u;
    u.number = 0;
    check(u.pointer == 0);
    return 0;
}
