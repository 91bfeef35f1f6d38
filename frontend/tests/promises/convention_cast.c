// promise: ms_abi
static int f(int a, int b) { return a - b; }
int main(void) { return ((int (*__attribute__((ms_abi)))(int, int))f)(1, 2); }
