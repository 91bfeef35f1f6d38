// expect: error unsupported: the type of `k` may promise what its text does not say
int k(int) __attribute__((const));
int k(int x) { return x; }
int main(void) {
  __auto_type f = k;
  return f(1);
}
