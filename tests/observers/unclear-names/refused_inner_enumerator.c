int set(int mode);

int main(void) {
  enum { SLOW, FAST };
  set(FAST);
  set(FAST);
  return 0;
}
