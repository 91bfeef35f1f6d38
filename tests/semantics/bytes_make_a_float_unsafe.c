// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    float f = 1;
    unsigned char *c = (unsigned char *)&f;
    c[3] |= 0x80;
    check(f == 1);
    return 0;
}
