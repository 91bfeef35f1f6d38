struct s { int a, st; };
int main(void) {
  struct s x[2100] = { { 1, 1 } };
  return x[2].st;
}
