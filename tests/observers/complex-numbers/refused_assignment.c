static void mark(void) {}
int main(void) {
  _Complex double z;
  z = 2;
  mark();
  return 0;
}
