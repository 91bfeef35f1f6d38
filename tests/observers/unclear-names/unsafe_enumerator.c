enum { SLOW, FAST };
int set(int mode);

int main(void) {
  set(FAST);
  set(1);
  return 0;
}
