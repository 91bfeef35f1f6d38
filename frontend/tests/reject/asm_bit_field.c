// expect: error unsupported: a bit-field that assembly writes
// gcc keeps the register's value in a structure that lives in registers, whatever its bits are.
struct bits { int low : 3; };
int main(void) {
    struct bits bits;
    int value = 5;
    __asm__("" : "=r"(bits.low) : "0"(value));
    return bits.low;
}
