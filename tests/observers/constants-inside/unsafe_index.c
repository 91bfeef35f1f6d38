int set(int n);
int any(void);
int table[4];

int main(void) {
  table[1] = 3;
  return 0;
}
