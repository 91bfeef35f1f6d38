void exit(int c);
static int get(void) { exit(0); return -1; }

int main(void) {
  int n = 0;
  n = get();
  return 0;
}
