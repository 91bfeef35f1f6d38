unsigned long x;
double y;

int main(void) {
  x = __builtin_isnan(y) + 2;
  return 0;
}
