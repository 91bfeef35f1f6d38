// expect: ok
// The contents of allocated memory before the first write may differ from read to read
// (C11 7.22.3.4).
void reach_error(void);
int nondet(void);
void *malloc(unsigned long);
int main(void) {
  int *p = malloc(sizeof *p);
  if (!p) return 1;
  int c = nondet();
  int a = c ? 1 : *p;
  int b = c ? 2 : *p;
  if (!c && a != b) reach_error();
  return 0;
}
