// expect: error unsupported: only automatic variables are cleaned up
static void note(int *p) { *p = 0; }
int g __attribute__((cleanup(note)));
int main(int n, char **v) { return 0; }
