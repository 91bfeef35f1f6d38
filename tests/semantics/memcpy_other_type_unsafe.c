// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

void *memcpy(void *, const void *, unsigned long);
int main(void) {
    int x = 0;
    unsigned char b[4] = { 255, 255, 255, 255 };
    memcpy(&x, b, sizeof x);
    check(x == 0);
    return 0;
}
