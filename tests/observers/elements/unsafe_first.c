static void fill(int *p) { p[0] = 2; p[1] = 1; }
int main(void) { int t[2]; fill(t); return 0; }
