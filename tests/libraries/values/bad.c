// with n.lib: unknown
// with C: violated
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int is_two(int n);
int below(int n);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (is_two(n)) {
    if (below(n) == 1)
      reach_error();
  }
  return 0;
}
