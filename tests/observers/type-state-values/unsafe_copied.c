struct s { int m; } u, v, kept;
int number;
int g(int m);
int mark(int m);
int before(struct s s);
int fill(struct s *s);
int main(void) {
  u.m = 4;
  kept = u;
  return 0;
}
