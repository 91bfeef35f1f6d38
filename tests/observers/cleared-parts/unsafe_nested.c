struct s { int a, st; }; struct t { int q; struct s s; };
int main(void) {
  struct t x = { 1 };
  return x.s.st;
}
