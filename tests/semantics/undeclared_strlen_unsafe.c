// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    check(sizeof(strlen("")) == sizeof(int) && 0);
    return 0;
}
