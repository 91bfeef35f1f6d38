int state;
int nondet(void);
struct s { int state; } s;

int main(void) {
  int state = 2;
  return 0;
}
