// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    int i;
    for (i = 0;; i++)
        if (i == 4) break;
    check(i == 4);
    return 0;
}
