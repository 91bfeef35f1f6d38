// Assembly may call what everybody knows.
extern int (*registry)(void);
static int stored(void) {
  return 1; // unknown
}
int main(void) {
  registry = stored; // reached
  __asm__ volatile("");
  return 0;
}
