// Only an object that nothing names holds the address of what the other one uses, as Linux's
// ___ADDRESSABLE does for the linker.
void f(void);
extern int common;
static void *addressable __attribute__((used)) = &common;
void one(void) { f(); }
