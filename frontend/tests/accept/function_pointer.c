// expect: ok
int one(int x) { return 1; }
int two(int x) { return 2; }
int (*table[2])(int) = {one, two};
extern int __VERIFIER_nondet_int(void);
void reach_error(void);
int main(void) {
  int (*f)(int) = __VERIFIER_nondet_int() ? one : two;
  if (f(0) == 3) reach_error();
  return 0;
}
