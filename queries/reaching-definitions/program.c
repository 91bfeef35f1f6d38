int j;
void f(int j) {}
int compute(void) {
  int i;
START: j = 1;
  i = 1;
  if (i == 0) {
    f(j);
  }
  if (i == 0) {
    j = 2;
  }
  if (j == 2) {
    f(j);
  }
  return 0;
}
int main(void) { return compute(); }
