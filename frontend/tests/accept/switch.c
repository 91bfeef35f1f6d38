// expect: ok
extern int __VERIFIER_nondet_int(void);
void reach_error(void);
int main(void) {
  int n = 0;
  switch (__VERIFIER_nondet_int()) {
  case 1:
    n = 1;
  case 2 ... 4:
    n += 10;
    break;
  default:
    n = -1;
  }
  if (n == 1) reach_error();
  return n;
}
