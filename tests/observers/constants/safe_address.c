int x[4];
int small(long);
int wide(long);
int main(void) {
  wide((long)&x[1]);
  wide((long)&x + 1);
  return 0;
}
