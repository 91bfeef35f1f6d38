// inputs: 1
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    check(sizeof 'a' == 4 && sizeof((char)'a') == 1);
    return 0;
}
