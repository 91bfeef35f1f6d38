int state;
int nondet(void);
struct s { int state; } s;

int main(void) {
  switch (nondet()) {
  case 1:
    state = 2;
  }
  return 0;
}
