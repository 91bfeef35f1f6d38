struct s { int a, st; };
int main(void) {
  struct s x = { 1, 2 };
  return x.st;
}
