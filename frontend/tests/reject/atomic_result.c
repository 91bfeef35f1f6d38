// expect: error unsupported: an atomic result of a function
_Atomic int f(void);
int main(void) { return f(); }
