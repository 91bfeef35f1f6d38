enum { SLOW, FAST };
int set(int mode);

int main(void) {
  set(SLOW);
  set(FAST);
  set(SLOW);
  return 0;
}
