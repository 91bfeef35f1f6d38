int x, status;
int two(void) { return 2; }
int main(void) {
  status = 1;
  x = ((int (*)())two)();
  return 0;
}
