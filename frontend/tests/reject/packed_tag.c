// expect: error unsupported: `struct` has neither a tag nor members here
struct __attribute__((packed)) foo { int x; char y; };
int main(void) { return sizeof(struct foo); }
