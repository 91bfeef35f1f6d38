// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    int x = 1;
    if (x) { check(x == 2); return 0; }
    reach_error();
    return 0;
}
