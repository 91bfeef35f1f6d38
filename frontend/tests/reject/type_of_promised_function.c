// expect: error unsupported: the type of `abs` may promise what its text does not say
int abs(int);
int g;
int set(int x) {
  g = x;
  return 0;
}
int main(void) {
  __typeof__(&abs) f = set;
  f(1);
  return g;
}
