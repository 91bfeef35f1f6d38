int is_two(int n) {
  return n == 2;
}
int below(int n) {
  n--;
  return n;
}
