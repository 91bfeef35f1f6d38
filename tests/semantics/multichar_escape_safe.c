// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    check('\n' == 10 && '\0' == 0 && '\101' == 65);
    return 0;
}
