int bad(int);
int good(int x) { return x; }
int main(int c, char **v) {
  bad(0);
  return (*&bad)(1);
}
