int state;
int nondet(void);
struct s { int state; } s;

int main(void) {
  int n;
  n = state = 2;
  return 0;
}
