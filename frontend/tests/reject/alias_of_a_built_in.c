// expect: error unsupported: `__builtin_abs` is the name of a built-in function
int __builtin_abs(int x);
int magnitude(int x) __attribute__((alias("__builtin_abs")));
int main(void) { return magnitude(3); }
