/* Objects of the program behind a parameter. */
struct s {
  long more;
  int n;
};

void inc(struct s *p) {
  p->n++;
}

void bump(int *q) {
  (*q)++;
}
