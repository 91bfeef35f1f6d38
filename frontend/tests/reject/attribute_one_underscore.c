// expect: error unsupported: the attribute `_packed` is not known
struct s { char c; int x; } __attribute__((_packed));
int main(void) { return 0; }
