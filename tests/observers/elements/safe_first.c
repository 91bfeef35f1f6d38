static void fill(int *p) { p[0] = 1; p[1] = 3; }
int main(void) { int t[2]; fill(t); t[0] = 2; return 0; }
