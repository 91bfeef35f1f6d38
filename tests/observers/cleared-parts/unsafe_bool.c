struct t { int a; _Bool st; };
int main(void) {
  struct t x = { 1 };
  return x.st;
}
