int put(int a, ...);
void two(int a, int b);
int last(int a, ...);
int make(int a, ...);

int main(void) {
  put(7);
  return 0;
}
