union u { int a; int st; };
int main(void) {
  union u x = { 0 };
  return x.a;
}
