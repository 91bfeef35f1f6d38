// promise: malloc
static int x;
static int *__attribute__((malloc)) f(void) { return &x; }
int main(void) { int *p = f(); *p = 1; x = 2; return *p; }
