// expect: ok
/* An object that another file defines: the ledger says that it holds 0 or 1. */
struct device {
    int number;
    _Bool ready;
};
extern struct device device;
int main(void) {
    return device.ready ? 1 : 0;
}
