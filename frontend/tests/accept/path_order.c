// The order of indexes is open (C11 6.5p3).
int calls, a[3][3];
int next(void) { return calls++; }
int main(void) { return a[next()][next()]; }
