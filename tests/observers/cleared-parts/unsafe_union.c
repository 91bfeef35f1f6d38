union u { int st; long a; }; struct t { int q; union u u; };
int main(void) {
  struct t x = { 1 };
  return x.u.st;
}
