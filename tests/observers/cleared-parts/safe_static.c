struct s { int a, st; };
int main(void) {
  static struct s x = { 1, 2 };
  return x.st;
}
