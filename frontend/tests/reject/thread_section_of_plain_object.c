// expect: error unsupported: a section to which the linker or the loader gives a meaning is not supported
// It occupies no memory of its own: a read finds what lies behind it.
int x __attribute__((section(".tbss")));
int main(void) { return x; }
