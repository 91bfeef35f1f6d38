struct t { int q; struct { int st; }; };
int main(void) {
  struct t x = { 1 };
  return x.st;
}
