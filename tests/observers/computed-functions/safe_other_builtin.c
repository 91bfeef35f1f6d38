int abs(int);
int main(void) { return __builtin_expect(abs(3), 3) + __builtin_labs(-3); }
