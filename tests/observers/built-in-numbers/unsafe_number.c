unsigned long x;

int main(void) {
  x = 2;
  return 0;
}
