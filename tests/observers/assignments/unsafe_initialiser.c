int state;
int nondet(void);
struct s { int state; } s;

int main(void) {
  int a[2] = { (state = 1), (state = 3) };
  return 0;
}
