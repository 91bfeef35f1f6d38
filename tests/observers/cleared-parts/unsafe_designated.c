struct s { int a, st; };
int main(void) {
  struct s x = { .a = 1 };
  return x.st;
}
