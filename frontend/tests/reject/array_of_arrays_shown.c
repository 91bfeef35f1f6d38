// expect: error type: `x` was declared with the type `int[2][3]` before
extern int x[2][3];
extern char x[2];
int main(void) { return 0; }
