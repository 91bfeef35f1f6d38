static int get(void) { return 1; }

int main(void) {
  int a = get(), b = get();
  int c = a + b + get();
  return 0;
}
