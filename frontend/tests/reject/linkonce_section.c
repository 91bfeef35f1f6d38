// expect: error unsupported: a section of which the linker keeps one of several is not supported
int turn __attribute__((section(".gnu.linkonce.d.turn")));
int main(void) { return turn; }
