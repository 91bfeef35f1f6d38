int put(int a, ...);
void two(int a, int b);
int last(int a, ...);
int make(int a, ...);

int main(void) {
  long n = (long)make(0);
  return 0;
}
