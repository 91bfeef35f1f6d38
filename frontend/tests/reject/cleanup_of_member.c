// expect: error unsupported: the attribute `cleanup` is not supported
static void note(int (*p)[3]) { (*p)[0] = 0; }
struct s { int x __attribute__((cleanup(note))); };
int main(int n, char **v) { return 0; }
