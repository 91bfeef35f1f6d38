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
    check(u.bytes[0] == 4 && u.bytes[3] == 0x81 && u.word == (int)0x81020904);
    return 0;
}
