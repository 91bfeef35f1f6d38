// expect: error syntax: unexpected `x)[p] == 4; }`
// The operand is `(x)[p]`, which begins with parentheses.
int main(void) { long long x = 1, *p = &x; return __alignof__(x)[p] == 4; }
