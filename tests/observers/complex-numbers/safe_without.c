static void mark(void) {}
int main(void) {
  double y = 1;
  mark();
  return 0;
}
