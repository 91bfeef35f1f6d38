// expect: error unsupported: `enum e` is used before
enum e;
struct s { enum e x; };
enum e { MINUS = 0 - 1 };
int main(void) { return 0; }
