int set(int n);
int any(void);
int table[4];

int main(void) {
  int n = any();
  set(n + (int)1.1L);
  return 0;
}
