// on 0: within
// on 1: doubtful
// on 2: error
int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void) {
  volatile int x = 3;
  int input = __VERIFIER_nondet_int();
  if (input == 1 && x != 3) reach_error();
  if (input == 2) reach_error();
  return 0;
}
