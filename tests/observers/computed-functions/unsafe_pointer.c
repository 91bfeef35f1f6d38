int abs(int);
int main(void) {
  int (*f)(int) = abs;
  abs(3);
  return f(-3);
}
