unsigned long x;
int y;

int main(void) {
  x = __builtin_constant_p(y) + 2;
  return 0;
}
