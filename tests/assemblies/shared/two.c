// Reads what the other one writes.
void f(void);
extern int common;
void two(void) { if (common) f(); }
