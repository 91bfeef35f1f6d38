struct s { int a, st; };
int main(void) {
  struct s x = {};
  return x.st;
}
