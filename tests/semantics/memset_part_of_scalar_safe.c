// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

void *memset(void *, int, unsigned long);
int main(void) {
    int a[2] = { 0x11111111, 0x11111111 };
    memset((char *)a + 3, 0, 2);
    check(a[0] == 0x00111111 && a[1] == 0x11111100);
    return 0;
}
