// Nobody says where a jump to an address leads that was taken before the start.
extern int input(void);
static int leaf(void) {
  return 1; // from, unknown
}
static int jumps(int n) {
  static void *to[] = {&&one, &&two};
  leaf();
  goto *to[n & 1];
one:
  return 2; // unknown
two:
  return 3; // unknown
}
int main(void) {
  return jumps(input());
}
