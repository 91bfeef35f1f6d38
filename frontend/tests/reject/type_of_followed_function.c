// expect: error unsupported: the type of `k` may promise what its text does not say
int k(int) __attribute__((const));
int k(int x) { return x; }
int g;
int set(int x) { return g = x; }
int main(void) {
  __typeof__(*&k) *f = set;
  f(1);
  return g;
}
