// expect: error unsupported: the built-in function `__sync_fetch_and_add_4` is not supported in this form
static int x;
int main(void) { return __sync_fetch_and_add_4(&x, 1); }
