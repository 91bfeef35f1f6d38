// expect: error unsupported: the attribute `aligned` is not supported behind `*`
struct s { char c; int *__attribute__((__aligned__(16))) p; };
int main(void) { return 0; }
