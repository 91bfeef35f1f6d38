struct s { int m; } u, v, kept;
int number;
int g(int m);
int mark(int m);
int before(struct s s);
int fill(struct s *s);
int main(void) {
  mark(u.m);
  mark(v.m);
  return 0;
}
