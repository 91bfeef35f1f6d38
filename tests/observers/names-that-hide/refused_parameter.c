// A parameter has the name of an enumerator.
enum { N = 3 };
void set(int x) {}
void other(int N) { set(N); }
int main(void) {
  set(N);
  other(5);
  return 0;
}
