// expect: ok
void reach_error(void);
int main(void) {
  int x = 1;
  __asm volatile("nop" : "=r"(x) : : "memory");
  if (x != 1) reach_error();
  return 0;
}
