int count;
int get(void);

int main(void) {
  int n = 3, *p = &n;
  *p = get();
  count = 3;
  count = count + 7;
  return 0;
}
