// expect: error unsupported: the type of `abs` may promise what its text does not say
int abs(int);
int g;
int set(int x) {
  g = x;
  return 0;
}
int main(void) {
  int c = set(0);
  (c ? abs : 0)(1);
  return g;
}
