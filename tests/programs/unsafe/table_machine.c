/* A machine whose steps are in a table, and which leaves its states. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static const int next[4] = {1, 2, 3, 9};

int main(void) {
  int state = 0;
  while (__VERIFIER_nondet_int()) {
    state = next[state];
    if (state >= 4)
      reach_error();
  }
  return 0;
}
