// expect: ok
extern int __VERIFIER_nondet_int(void);
void reach_error(void);
int main(void) {
  int locked = 0;
  while (__VERIFIER_nondet_int()) {
    int p = __VERIFIER_nondet_int();
    if (p != 0) locked = 1;
    if (p != 0) {
      if (locked != 1) reach_error();
      locked = 0;
    }
  }
  return 0;
}
