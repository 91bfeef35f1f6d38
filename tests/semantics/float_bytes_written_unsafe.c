// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    float f = 1;
    unsigned char *bytes = (unsigned char *)&f;
    bytes[3] = 0xbf;
    check(f == 1);
    return 0;
}
