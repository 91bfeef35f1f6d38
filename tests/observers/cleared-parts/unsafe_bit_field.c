struct t { int a : 3, st : 4; };
int main(void) {
  struct t x = { 1 };
  return x.st;
}
