int get(void);

int main(void) {
  int n = get();
  return 0;
}
