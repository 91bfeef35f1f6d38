int abs(int n);
int x;

int main(void) {
  x = abs(5);
  return 0;
}
