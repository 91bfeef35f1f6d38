// promise: pure
static int count;
int next(int by) {
  count += by;
  return count;
}
int same(int by) __attribute__((pure, alias("next")));
int main(void) {
  int (*pointer)(int) = same;
  return pointer(1) == pointer(1);
}
