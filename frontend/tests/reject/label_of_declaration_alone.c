// expect: error syntax: unexpected `y = 2;
int main(void) {
  int x = 1;
  if (x)
  l: int y = 2;
  return x;
}
