// expect: error unsupported: a section of functions that run before or after `main` is not supported
// Linked statically, glibc calls what it finds there at the end of the run.
static void last(void) {}
void (*p)(void) __attribute__((section("__libc_atexit"), used)) = last;
int main(void) { return 0; }
