int set(int n);
int any(void);
int table[4];

int main(void) {
  table[(int)1.1L] = 3;
  return 0;
}
