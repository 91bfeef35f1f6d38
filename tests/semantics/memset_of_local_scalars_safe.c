// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

void *memset(void *, int, unsigned long);
int main(void) {
    short v[2] = { 1, 2 };
    memset(v, 0, sizeof v);
    check(v != 0);
    return 0;
}
