// expect: error type: a clean-up function has one parameter
static void note(int *p, int q) { *p = 0; }
int main(int n, char **v) { int x __attribute__((cleanup(note))) = 1; return 0; }
