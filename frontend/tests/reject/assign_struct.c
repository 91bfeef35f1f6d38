// expect: error type: `int` cannot be converted to `struct s`
struct s { int x; };
int main(void) { struct s v; v = 1; return 0; }
