// expect: error type: `s` is an incomplete type
struct s;
int main(void) { struct s x; return 0; }
