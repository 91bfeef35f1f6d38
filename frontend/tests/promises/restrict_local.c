// promise: restrict
int main(void) { int x; int *restrict p = &x; *p = 1; x = 2; return *p; }
