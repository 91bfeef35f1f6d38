// A parameter has the name of an function.
int N(void);
void set(int x) {}
void other(int N) { set(N); }
int main(void) {
  other(5);
  return 0;
}
