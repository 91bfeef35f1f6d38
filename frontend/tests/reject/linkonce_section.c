// expect: error unsupported: a section to which the linker or the loader gives a meaning is not supported
int turn __attribute__((section(".gnu.linkonce.d.turn")));
int main(void) { return turn; }
