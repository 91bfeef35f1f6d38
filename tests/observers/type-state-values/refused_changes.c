struct s { int m; } u, v, kept;
int number;
int g(int m);
int mark(int m);
int before(struct s s);
int fill(struct s *s);
int g(int m) { u.m = 5; return 0; }
int main(void) {
  u.m = 4;
  g(u.m);
  return 0;
}
