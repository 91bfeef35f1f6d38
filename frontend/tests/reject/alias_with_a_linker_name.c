// expect: error unsupported: a function that the linker knows as `f` is defined under another name
void reach_error(void);
int state;
int f(void);
static int set(void) { return state = 1; }
int other(void) __asm__("f") __attribute__((alias("set")));
int main(void) { f(); if (state) reach_error(); return 0; }
