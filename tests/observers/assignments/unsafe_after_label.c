int state;
int nondet(void);
struct s { int state; } s;

int main(void) {
  goto L;
  L: state = 2;
  return 0;
}
