struct s { int m; } u, v, kept;
int number;
int g(int m);
int mark(int m);
int before(struct s s);
int fill(struct s *s);
int g(int m) { return 0; }
int main(void) {
  struct s a = { 4 };
  g(a.m);
  return 0;
}
