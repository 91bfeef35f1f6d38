/* What a device yields once does not change. */
extern void reach_error(void);
#define REGISTER(offset) (*(volatile unsigned *)(0x40000000ul + (offset)))

int main(void) {
  REGISTER(0x14) = 1;
  unsigned status = REGISTER(0x10);
  if (status & 4 && !(status & 6))
    reach_error();
  return 0;
}
