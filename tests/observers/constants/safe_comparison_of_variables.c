int set(int);
int x, *p;
int main(void) {
  set((p == 0) + 1);
  return 0;
}
