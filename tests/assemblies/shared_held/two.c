// Reads what the other one writes, by what holds its address.
void f(void);
extern int common;
static int *holder = &common;
void two(void) { if (*holder) f(); }
