// inputs: 0
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    int i;
    for (i = 0; i < 3; i++);
    check(i == 0);
    return 0;
}
