int raw(void);
static int get(void) { int n = raw(); return n < 0 ? 0 : n; }

int main(void) {
  int n = get();
  if (n) n = get();
  return 0;
}
