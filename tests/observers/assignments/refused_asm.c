int state;
int nondet(void);
struct s { int state; } s;

int main(void) {
  __asm__("" : "=r"(state));
  return 0;
}
