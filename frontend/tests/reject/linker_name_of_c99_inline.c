// expect: error unsupported: `f` has another name for the linker, and is defined `inline`: which definition is called is left open
inline int f(void) { return 1; }
extern int other(void) __asm__("f");
int main(void) { return other(); }
