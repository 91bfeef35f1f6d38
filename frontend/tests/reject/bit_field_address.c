// expect: error type: a bit-field has no address
struct s { int x : 3; };
int main(void) { struct s v; int *p = &v.x; return *p; }
