unsigned long x;

int main(void) {
  x = __builtin_isnan(1.0) + 2;
  return 0;
}
