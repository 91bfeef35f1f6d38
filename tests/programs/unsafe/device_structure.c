/* Registers of a device in a structure: what they yield is an input. */
void __VERIFIER_assert(int condition);

struct registers {
    volatile unsigned control, status;
};

int main(void) {
    unsigned status = ((struct registers *)0x40001000ul)->status;
    __VERIFIER_assert(status != 4);
    return 0;
}
