// promise: const objects
int main(void) { const int x = 1; *(int *)&x = 2; return x; }
