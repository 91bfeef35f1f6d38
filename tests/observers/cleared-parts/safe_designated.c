struct s { int a, st; };
int main(void) {
  struct s x[2] = { [0 ... 1] = { .st = 1 } };
  return x[1].st;
}
