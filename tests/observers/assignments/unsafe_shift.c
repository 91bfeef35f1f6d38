int state;
int nondet(void);
struct s { int state; } s;

int main(void) {
  state = 1;
  state <<= 2;
  return 0;
}
