int set(int);
int main(void) {
  set((__int128)1 && 1);
  return 0;
}
