// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    int x = 1;
    if (x) { check(x == 1); return 0; }
    reach_error();
    return 0;
}
