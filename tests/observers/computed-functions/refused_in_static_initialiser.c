int abs(int);
int main(void) {
  static int three = __builtin_abs(-3);
  return abs(three);
}
