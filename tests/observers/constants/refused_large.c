int small(long);
int wide(long);
int main(void) {
  wide((long)((__int128)5 - 6));
  return 0;
}
