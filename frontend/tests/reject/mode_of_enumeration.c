// expect: error unsupported: `mode` of an enumeration is not supported
enum small { ZERO, MANY = 200 } __attribute__((mode(byte)));
int main(void) { return sizeof(enum small); }
