// expect: error type: `__auto_type` needs a value
int main(void) { __auto_type x; return 0; }
