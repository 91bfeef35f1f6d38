struct s { int a, st; };
int main(void) {
  int y = ({ struct s x = { 1 }; x.st; });
  return y;
}
