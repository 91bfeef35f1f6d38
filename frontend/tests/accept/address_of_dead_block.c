// expect: ok
// What `alloca` gives, and an array of variable length, live for a part of the run; gcc puts the
// next one where the last one was, and the ledger says that no address is used then.
void reach_error(void);
unsigned long kept;

static void block(void) {
    kept = (unsigned long)__builtin_alloca(16);
}

static void array(int length) {
    char bytes[length];
    kept = (unsigned long)bytes;
}

int main(void) {
    unsigned long before;
    block();
    before = kept;
    block();
    if (before == kept)
        reach_error();
    array(5);
    before = kept;
    array(5);
    if (before == kept)
        reach_error();
    return 0;
}
