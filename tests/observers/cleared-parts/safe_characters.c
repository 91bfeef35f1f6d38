struct s { int a, st; };
int main(void) {
  char text[3000] = "a";
  struct s x = { 1, 2 };
  return text[5] + x.st;
}
