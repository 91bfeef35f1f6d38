struct s { int a, st; };
int main(void) {
  struct s x = { 0 };
  return x.st;
}
