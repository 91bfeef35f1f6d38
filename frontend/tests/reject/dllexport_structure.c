// expect: error unsupported: the attribute `dllexport` is not supported on a structure or union
struct __attribute__((dllexport)) s { int a; };
int main(void) { struct s s = {1}; return s.a; }
