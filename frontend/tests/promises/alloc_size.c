// promise: alloc_size
void *f(int) __attribute__((alloc_size(1)));
int main(void) { return f(1) == 0; }
