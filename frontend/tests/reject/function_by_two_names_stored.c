// expect: error unsupported: `other` is not supported here: its address is taken, and by another
int function(void) { return 1; }
int other(void) __asm__("function");
static int (*name)(void) = other;
static int (**const table)(void) = &name;
int main(void) { return function != *table; }
