struct s { int a, st; };
int main(void) {
  struct s x = { 1 };
  return x.st;
}
