// An enumerator inside of a function has the name of one outside.
enum { N = 3 };
void set(int x) {}
int main(void) {
  enum { N = 4 };
  set(N);
  return 0;
}
