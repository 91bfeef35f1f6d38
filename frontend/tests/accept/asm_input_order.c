// The order of the operands of assembly is open.
int x;
static int set(int value) { return x = value; }
int main(void) {
    __asm__ volatile("" : : "r"(set(1)), "r"(set(2)));
    return x;
}
