struct s { int m; } u, v, kept;
int number;
int g(int m);
int mark(int m);
int before(struct s s);
int fill(struct s *s);
int g(int m) { u.m = 4; return 0; }
int main(void) {
  struct s a = { 5 };
  g(a.m);
  return 0;
}
