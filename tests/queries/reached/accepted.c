// how: A-REACH
// observer: two calls of `f` are rejected, and what is behind the first until `g` is called.
extern void f(void);
extern void g(void);
extern int input(void);
int main(void) {
  int n = input(); // reached
  f();             // reached
  n++;             // dead
  g();             // dead
  n++;             // reached
  if (n == 5)
    f();  // reached
  n = 0;  // reached
  if (input())
    f();  // reached
  g();    // reached
  n = 10; // reached
  f();    // reached
  n = 11; // dead
  return n; // dead
}
