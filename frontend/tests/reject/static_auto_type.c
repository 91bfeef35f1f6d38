// expect: error unsupported: `__auto_type` is supported for simple local variables only
int main(void) { static __auto_type x = 1; return x++; }
