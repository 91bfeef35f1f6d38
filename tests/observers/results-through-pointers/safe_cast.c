int x, status;
int two(void) { return 2; }
int main(void) {
  status = 0;
  x = ((int (*)())two)();
  return 0;
}
