// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    int x = 0x01020304;
    unsigned char *c = (unsigned char *)&x;
    c[0] = 9;
    check(x == 0x01020304);
    return 0;
}
