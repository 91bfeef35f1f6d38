int count;
int get(void);

int main(void) {
  int n = 3;
  n = get();
  count = 4;
  count++;
  return 0;
}
