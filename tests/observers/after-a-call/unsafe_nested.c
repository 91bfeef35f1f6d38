static int get(void) { return -1; }
static int outer(void) { int n = get(); return 0; }

int main(void) {
  int n = outer();
  return 0;
}
