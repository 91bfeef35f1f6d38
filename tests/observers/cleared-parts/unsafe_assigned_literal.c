struct s { int a, st; };
int main(void) {
  struct s x;
  x = (struct s){ 1 };
  return x.st;
}
