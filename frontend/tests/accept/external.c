// expect: ok
struct device { int state; const char *name; };
extern int probe(struct device *d);
extern int look(const int *p);
void reach_error(void);
int main(void) {
  struct device d = {1, 0};
  int local = 3;
  int r = probe(&d) + look(&local);
  if (local != 3) reach_error();
  return r + d.state;
}
