// promise: static
static int f(int p[static 2]) { return p != 0; }
int main(void) { return f(0); }
