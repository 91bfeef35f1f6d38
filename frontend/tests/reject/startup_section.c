// expect: error unsupported: a section of functions that run before or after `main` is not supported
void first(void) {}
void (*start)(void) __attribute__((section(".init_array"))) = first;
int main(void) { return 0; }
