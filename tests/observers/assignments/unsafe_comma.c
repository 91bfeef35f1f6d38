int state;
int nondet(void);
struct s { int state; } s;

int main(void) {
  int n = (state = 2, 1);
  return 0;
}
