int small(long);
int x;
int main(void) {
  small((_Bool)&x);
  return 0;
}
