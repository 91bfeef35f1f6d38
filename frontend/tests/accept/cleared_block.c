// expect: ok
// Cleared memory has a value (C11 7.22.3.2).
void reach_error(void);
int nondet(void);
void *calloc(unsigned long, unsigned long);
int main(void) {
  int *p = calloc(1, sizeof *p);
  if (!p) return 1;
  int c = nondet();
  int a = c ? 1 : *p;
  int b = c ? 2 : *p;
  if (!c && a != b) reach_error();
  return 0;
}
