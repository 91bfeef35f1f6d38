// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    int x = 0x01020304;
    unsigned char *c = (unsigned char *)&x;
    check(c[0] == 1);
    return 0;
}
