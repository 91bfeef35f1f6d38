int state;
int nondet(void);
struct s { int state; } s;

int main(void) {
  (void)(state = 2);
  return 0;
}
