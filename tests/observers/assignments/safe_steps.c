int state;
int nondet(void);
struct s { int state; } s;

int main(void) {
  state = 1;
  state++;
  ++state;
  state += 1;
  int n = state = 5;
  s.state = 9;
  return 0;
}
