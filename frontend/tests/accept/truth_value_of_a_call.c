// expect: ok
/* What a function from outside yields: the ledger says that it is 0 or 1. */
_Bool ready(void);
int main(void) {
    return ready() ? 1 : 0;
}
