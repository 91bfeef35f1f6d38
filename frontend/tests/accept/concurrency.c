// expect: ok
// The ledger names what others could change: not constants, not what is volatile.
void reach_error(void);
void lock(void);
static int own;
int shared;
const int constant = 1;
volatile int device;
int main(void) {
    lock();
    if (own + shared + constant + device == 7)
        reach_error();
    return 0;
}
