// promise: inline
extern inline __attribute__((gnu_inline)) int f(void) { return 1; }
int main(void) { return f(); }
