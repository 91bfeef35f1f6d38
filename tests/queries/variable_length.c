void *memset(void *, int, unsigned long);
int f(int);
int main(void) { int n = f(1); int a[n]; int b[n][n]; int *p; int i = f(2); int c[4];
a[0] = 1;
a[i] = 2;
*a = 3;
b[1][i] = 2;
p = a;
p = &a[1];
memset(a, 0, 4);
i = a[0];
i = b[i][0];
f(*a);
c[0] = 1;
p = c;
return 0; }
