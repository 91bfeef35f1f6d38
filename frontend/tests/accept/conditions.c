// expect: ok
// Connectives and negations become control flow; atoms are eq and le with the literal of an equation on the right.
int a, b, c;
void reach_error(void);
void f(void) {
  if (!(a == b && c)) a = 1;
  if (3 == a || a < b) b = 2;
  if (a > b) c = 3;
  if ((a >= 4) != 0) c = 4;
  if (a) reach_error();
}
int g(void) { return a <= b; }
int start(int x) {
  a = x;
  f();
  return g();
}
int main(void) { return start(a); }
