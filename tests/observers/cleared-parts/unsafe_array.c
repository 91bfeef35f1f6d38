struct s { int a, st; };
int main(void) {
  struct s x[3] = { { 1, 1 } };
  return x[2].st;
}
