unsigned long x;

int main(void) {
  x = __builtin_isfinite(1.0) ? 2 : 1;
  return 0;
}
