struct s { int a, st; }; static int f(void) { struct s x = { 1 }; return x.st; }
int main(void) {
  int y = f();
  return y;
}
