int abs(int x) { return x; }
int main(void) {
  abs(3);
  return __builtin_abs(-3);
}
