/* A machine whose steps are in a table. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static const int next[4] = {1, 2, 0, 9};

int main(void) {
  int state = 0;
  while (__VERIFIER_nondet_int()) {
    state = next[state];
    if (state >= 3)
      reach_error();
  }
  return 0;
}
