/* Fields are put into a word and read from it, and halves change places twice. */
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

#define MASK 0x0ff0u
#define PREP(v) ((v) << 4 & MASK)
#define GET(r) (((r) & MASK) >> 4)

int main(void) {
  unsigned old = __VERIFIER_nondet_uint(), value = __VERIFIER_nondet_uint();
  unsigned word = (old & ~MASK) | PREP(value);
  if (GET(word) != (value & 0xff) || (word & 0xf) != (old & 0xf))
    reach_error();
  unsigned turned = value << 16 | value >> 16;
  if ((turned << 16 | turned >> 16) != value)
    reach_error();
  if ((old & 255) + 256 * (old >> 8 & 255) + 65536 * (old >> 16) != old)
    reach_error();
  return 0;
}
