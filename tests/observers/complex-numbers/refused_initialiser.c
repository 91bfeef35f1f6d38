static void mark(void) {}
int main(void) {
  _Complex double z = 1;
  mark();
  return 0;
}
