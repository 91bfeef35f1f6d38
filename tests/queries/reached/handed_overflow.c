// An address gets out as the result of a built-in function.
extern void offer(unsigned long address);
static int state;
static void hidden(void) {
  state = 1; // unknown
}
int main(void) {
  unsigned long n;
  __builtin_add_overflow((unsigned long)&hidden, 0UL, &n);
  offer(n);
  return state;
}
