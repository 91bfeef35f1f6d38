static int get(void) { return -1; }
static int outer(void) { return get(); }

int main(void) {
  int n = outer();
  return 0;
}
