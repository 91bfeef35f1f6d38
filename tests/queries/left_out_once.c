// What relations once lacked: loops without statements, results that an expression drops, and what
// inline assembly reads.
int f(void);
int u(int);
void v(void);
void stop(void) {
  for (;;) ;
}
void halt(void) {
  while (1) {
  }
}
void spin(void) {
  int n = 1;
  for (;;) n++;
}
void either(int n) {
  if (n)
    for (;;) ;
  else
    v();
}
void jump(void) {
here:
  goto here;
}
void dead(void) {
  for (;;) ;
  v();
}
void two(void) {
a:
  goto b;
b:
  goto a;
}
int results(int x) {
  (void)!f();
  f() + 1;
  f() == 0;
  x = f();
  if (f()) return 1;
  (void)u(f());
  -u(2);
  return f() && 1;
}
int assembly(int x, int y, long *p) {
  int z, w = 3, q;
  asm volatile("mov %1, %0" : "=r"(z) : "r"(x));
  asm volatile("inc %0" : "+r"(w));
  asm("" : "+m"(*p) : "m"(y));
  asm("" : "+r"(q));
  return z + w;
}
int main(void) {
  halt();
  return 0;
}
