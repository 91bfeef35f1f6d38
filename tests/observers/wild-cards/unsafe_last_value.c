int put(int a, ...);
void two(int a, int b);
int last(int a, ...);
int make(int a, ...);

int main(void) {
  last(1, 0, 1);
  return 0;
}
