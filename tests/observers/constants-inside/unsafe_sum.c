int set(int n);
int any(void);
int table[4];

int main(void) {
  int n = any();
  set(n + 1);
  return 0;
}
