// An enumerator inside of a function has the name of a variable outside.
int N;
void set(int x) {}
void other(void) {
  enum { N = 4 };
  set(N);
}
int main(void) {
  other();
  return 0;
}
