int get(void);

int main(void) {
  int a[2] = { 1, get() };
  return 0;
}
