// expect: error unsupported: packed enumerations are not supported
// The attribute is moved behind the enumerators, where it says the same.
enum __attribute__((packed)) small { ZERO, MANY = 200 };
int main(void) { return sizeof(enum small); }
