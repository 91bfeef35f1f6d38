unsigned long x;

int main(void) {
  x = __builtin_signbit(-1.0) ? 2 : 3;
  return 0;
}
