int set(int);
int x;
int main(void) {
  set(&x != 0);
  return 0;
}
