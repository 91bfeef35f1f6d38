static int get(void) { return 200; }

int main(void) {
  char n = get();
  return 0;
}
