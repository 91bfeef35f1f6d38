int put(int a, ...);
void two(int a, int b);
int last(int a, ...);
int make(int a, ...);

int main(void) {
  put(1, 7, 2);
  return 0;
}
