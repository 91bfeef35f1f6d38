int real;
extern int state __attribute__((alias("real")));
int nondet(void);

int main(void) {
  state = nondet();
  return 0;
}
