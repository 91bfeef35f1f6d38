int put(int a, ...);
void two(int a, int b);
int last(int a, ...);
int make(int a, ...);

int main(void) {
  int i = 3;
  two(i, i);
  return 0;
}
