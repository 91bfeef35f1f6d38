enum { N = 3 };
void set(int x) {}
int main(void) {
  set(N);
  return 0;
}
