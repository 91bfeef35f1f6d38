// An execution that only an approximation of floating-point numbers has is none.
int main(void) {
  double d = 1.5;
  int n = 0; // reached
  if (d * 3.0 > 7.0)
    n = 2; // not reached
  return n;
}
