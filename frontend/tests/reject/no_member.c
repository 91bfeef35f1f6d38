// expect: error type: `struct s` has no member `y`
struct s { int x; };
int main(void) { struct s v; return v.y; }
