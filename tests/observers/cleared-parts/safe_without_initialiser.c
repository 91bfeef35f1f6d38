struct s { int a, st; };
int main(void) {
  struct s x;
  x.st = 1;
  return x.st;
}
