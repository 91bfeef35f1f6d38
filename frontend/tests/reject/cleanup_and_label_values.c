// expect: error unsupported: a function with clean-up functions and labels as values is not supported
static void note(int *p) { *p = 0; }
int main(int n, char **v) { void *t = &&l; int x __attribute__((cleanup(note))) = 1; goto *t; l: return 0; }
