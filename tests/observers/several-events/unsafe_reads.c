int count;
int get(void);

int main(void) {
  count = 3;
  int n = 4;
  n = get();
  count += 2;
  return 0;
}
