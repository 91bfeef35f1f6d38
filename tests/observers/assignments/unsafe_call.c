int state;
int nondet(void);
struct s { int state; } s;

int main(void) {
  state = nondet();
  return 0;
}
