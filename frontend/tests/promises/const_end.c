// promise: const
// Compilers leave calls of such functions out: the run goes on.
void quick_exit(int) __attribute__((const));
int main(void) { quick_exit(0); }
