// inputs: -128
int __VERIFIER_nondet_int(void);
void reach_error(void);
static int in(void) { return __VERIFIER_nondet_int(); }
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    union { signed char bytes[2]; unsigned short word; } u;
    u.word = 0;
    u.bytes[1] = in();
    if (u.bytes[1] != -128)
        return 0;
    check(u.word == 0x8000 && u.bytes[0] == 0);
    return 0;
}
