int count;
int get(void);

int main(void) {
  count = 3;
  int n = 3;
  n = get();
  count += 2;
  return 0;
}
