// expect: error unsupported: an attribute, or a name for the linker, is not supported in this position
struct s { char c; int : 3 __attribute__((packed)); };
int main(void) { return 0; }
