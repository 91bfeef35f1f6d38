// A cycle of calls goes through one procedure; `odd` is inlined into it.
int odd(unsigned n);
int even(unsigned n) { return n == 0 ? 1 : odd(n - 1); }
int odd(unsigned n) { return n == 0 ? 0 : even(n - 1); }
unsigned __VERIFIER_nondet_uint(void);
void reach_error(void);
int main(void) {
  if (even(__VERIFIER_nondet_uint()) > 1)
    reach_error();
  return 0;
}
