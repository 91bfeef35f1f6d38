// expect: error type: `x` was declared with the type `int` before
extern int x;
extern long x;
int main(void) { return 0; }
