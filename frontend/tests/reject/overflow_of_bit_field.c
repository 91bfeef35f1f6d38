// expect: error unsupported: a bit-field as third operand is not supported
static struct { int x : 3; } s;
int main(void) { return __builtin_add_overflow_p(3, 5, s.x); }
