// expect: error type: the constant is too large
unsigned long long x = 18446744073709551616;
int main(void) { return 0; }
