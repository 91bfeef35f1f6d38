// expect: error unsupported: this alignment of a member may be a type or a number
typedef int T;
struct s { char c; _Alignas(T) char d; };
int main(void) { return sizeof(struct s); }
