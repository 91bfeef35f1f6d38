// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

void *memset(void *, int, unsigned long);
int main(void) {
    int x = 5;
    memset(&x, 1, sizeof x);
    check(x == 1);
    return 0;
}
