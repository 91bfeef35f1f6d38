// expect: error unsupported: the attribute `mode` is not supported on an enumeration
enum small { ZERO, MANY = 200 } __attribute__((mode(byte)));
int main(void) { return sizeof(enum small); }
