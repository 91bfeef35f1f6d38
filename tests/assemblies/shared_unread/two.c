// Uses it, alone.
void f(void);
extern int common;
static void *addressable __attribute__((used)) = &common;
void two(void) { if (common) f(); }
