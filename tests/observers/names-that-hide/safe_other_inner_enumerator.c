// An enumerator inside of a function has another name.
enum { N = 3 };
void set(int x) {}
int main(void) {
  enum { M = 4 };
  set(N);
  set(M);
  return 0;
}
