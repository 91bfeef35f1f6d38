struct t { int a; void *st; };
int main(void) {
  struct t x = { 1 };
  return x.st != 0;
}
