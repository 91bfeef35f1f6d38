// Assembly may call what it gets.
static int state;
static void handler(void) {
  state = 1; // unknown
}
static void unused(void) {
  state = 2; // dead
}
int main(void) {
  __asm__ volatile("" : : "r"(handler)); // reached
  return 0;
}
