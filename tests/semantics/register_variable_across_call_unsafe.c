// inputs: 1
int __VERIFIER_nondet_int(void);
void reach_error(void);
static int seven(void) {
    return 7;
}
// A call changes the register in which its result comes back (gcc manual, "Local Register Variables").
int main(void) {
    register int x __asm__("eax");
    x = __VERIFIER_nondet_int();
    seven();
    if (x == 7)
        reach_error();
    return 0;
}
