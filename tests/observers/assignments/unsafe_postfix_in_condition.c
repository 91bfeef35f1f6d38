int state;
int nondet(void);
struct s { int state; } s;

int main(void) {
  if (state-- > 0) return 1;
  return 0;
}
