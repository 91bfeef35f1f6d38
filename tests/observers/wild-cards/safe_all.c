int put(int a, ...);
void two(int a, int b);
int last(int a, ...);
int make(int a, ...);

int main(void) {
  put(1);
  put(1, 2, 3);
  two(1, 2);
  last(1, 0);
  last(1, 2, 0);
  int n = make(1);
  make(0);
  return 0;
}
