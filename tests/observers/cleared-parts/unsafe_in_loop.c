struct s { int a, st; };
int main(void) {
  for (struct s x = { 1 }; x.a < 2; x.a++);
  return 0;
}
