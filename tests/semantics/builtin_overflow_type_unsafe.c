// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    int r;
    __auto_type flag = __builtin_add_overflow(1, 2, &r);
    check(sizeof flag == sizeof(int));
    return 0;
}
