/* What a device has in its registers is an input. */
extern void reach_error(void);
#define REGISTER(offset) (*(volatile unsigned *)(0x40000000ul + (offset)))

int main(void) {
  REGISTER(0x14) = 1;
  unsigned status = REGISTER(0x10);
  if (status & 4 && REGISTER(0x14) == 0xdead)
    reach_error();
  return 0;
}
