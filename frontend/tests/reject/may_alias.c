// expect: error unsupported: the attribute `may_alias`
typedef int v __attribute__((may_alias));
int main(void) { return 0; }
