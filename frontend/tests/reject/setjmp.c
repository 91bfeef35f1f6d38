// expect: error unsupported: `setjmp`
int setjmp(int *);
int main(void) { int b[8]; return setjmp(b); }
