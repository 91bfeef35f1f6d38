// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    union { int word; unsigned char bytes[4]; } u;
    u.word = 0x81020304;
    u.bytes[1] = 9;
    check(u.word == (int)0x81020304);
    return 0;
}
