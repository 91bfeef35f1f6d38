// expect: error unsupported: a jump into the scope of a variable with a clean-up function is not supported
static void note(int *p) { *p = 0; }
int main(int n, char **v) { if (n) goto in; { int x __attribute__((cleanup(note))) = 1; in: x = 2; } return 0; }
