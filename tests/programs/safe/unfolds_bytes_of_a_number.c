/* A number is put together from bytes, and taken apart, in loops and with `|`. */
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned short __VERIFIER_nondet_ushort(void);

int main(void) {
  unsigned v = 0;
  for (int i = 0; i < 3; i++)
    v = v << 8 | __VERIFIER_nondet_uchar();
  if (v > 0xffffff)
    reach_error();
  unsigned point = __VERIFIER_nondet_uchar() & 7;
  for (int i = 0; i < 3; i++)
    point = point << 6 | (__VERIFIER_nondet_uchar() & 0x3f);
  if (point >= 0x200000)
    reach_error();
  unsigned short w = __VERIFIER_nondet_ushort();
  unsigned char low = w, high = w >> 8;
  if ((high << 8 | low) != w)
    reach_error();
  return 0;
}
