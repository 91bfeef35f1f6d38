enum { N = 3 };
void set(int x) {}
int main(void) {
  set(N);
  set(3);
  return 0;
}
