static void mark(void) {}
int main(void) {
  double z = 1;
  mark();
  return 0;
}
