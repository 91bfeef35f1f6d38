// Either way is possible, and the output is unknown on both.
extern void reach_error(void);
int main(void) {
  int x = 1;
  asm volatile goto("1: jmp %l[yes]" : "+r"(x) : : "cc" : yes, no);
  if (x == 1) return 1;
no:
  return 0;
yes:
  reach_error();
  return 2;
}
