// expect: error unsupported: `abs`, the linker's name of this function, is that of a `static` one here
static int abs(int x) { return x; }
extern int other(int) __asm__("abs");
int main(void) { return abs(1) + other(1); }
