// how: R-REACH
// observer: two calls of `f` are rejected, and what is behind the first until `g` is called.
extern void f(void);
extern void g(void);
extern int input(void);
int main(void) {
  int n = input(); // dead
  f();             // dead
  n++;             // reached
  g();             // reached
  n++;             // dead
  if (n == 5)
    f();  // dead
  n = 0;  // reached
  if (input())
    f();  // reached
  g();    // reached
  n = 10; // reached
  f();    // reached
  n = 11; // reached
  return n; // reached
}
