// expect: error unsupported: a section to which the linker or the loader gives a meaning is not supported
// The linker prints what it holds, and throws it away.
int x __attribute__((section(".gnu.warning"))) = 5;
int main(void) { return x; }
