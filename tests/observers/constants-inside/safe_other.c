int set(int n);
int any(void);
int table[4];

int main(void) {
  set(any() + 2);
  table[2] = 3;
  return 0;
}
