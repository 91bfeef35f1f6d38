// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    check(sizeof(strlen("")) == sizeof(char *));
    return 0;
}
