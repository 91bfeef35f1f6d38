// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    union { struct { unsigned low : 3; int high : 5; } part; unsigned char all; } u;
    u.all = 0xff;
    u.part.low = 2;
    check(u.all == 0xfa && u.part.high == -1);
    return 0;
}
