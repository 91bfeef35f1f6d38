// expect: error unsupported: `other` is not supported here: its address is taken, and by another
int function(void) { return 1; }
int other(void) __asm__("function");
static int (*const names[1])(void) = {other};
int main(void) { return function != names[0]; }
