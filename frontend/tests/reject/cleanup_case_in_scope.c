// expect: error unsupported: a jump into the scope of a variable with a clean-up function is not supported
static void note(int *p) { *p = 0; }
int main(int n, char **v) { switch (n) { int x __attribute__((cleanup(note))); case 1: x = 2; } return 0; }
