// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    unsigned x = 0;
    unsigned char *c = (unsigned char *)&x;
    for (int i = 0; i < 4; i++)
        c[i] = i + 1;
    check(x == 0x01020304);
    return 0;
}
