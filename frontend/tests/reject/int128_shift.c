// expect: error type: the operator does not apply
int main(void) { __int128 n = 1; return 1 << n; }
