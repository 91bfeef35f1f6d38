struct s { int m; } u, v, kept;
int number;
int g(int m);
int mark(int m);
int before(struct s s);
int fill(struct s *s);
int before(struct s s) { u.m = 4; return 0; }
int main(void) {
  before(u);
  before(v);
  return 0;
}
