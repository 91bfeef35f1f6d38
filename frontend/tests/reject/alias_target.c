// expect: error unsupported: `missing`, for which this is an alias
int f(void) __attribute__((alias("missing")));
int main(void) { return f(); }
