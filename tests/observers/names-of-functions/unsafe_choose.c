int bad(int);
int good(int x) { return x; }
int main(int c, char **v) {
  bad(0);
  return __builtin_choose_expr(1, bad, good)(1);
}
