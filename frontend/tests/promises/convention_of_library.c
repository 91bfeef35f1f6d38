// promise: regparm
// Only the program says so of `toascii`.
__attribute__((regparm(1))) int toascii(int);
int main(void) { return toascii(200); }
