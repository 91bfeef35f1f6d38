// promise: const objects
static const int x = 1;
int main(void) { int *p = (int *)&x; *p = 2; return x; }
