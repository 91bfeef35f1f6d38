int state;
int nondet(void);
struct s { int state; } s;

int main(void) {
  for (state = 1; state < 5; state += 2)
    ;
  return 0;
}
