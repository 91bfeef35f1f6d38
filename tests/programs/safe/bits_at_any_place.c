/* Bits and fields at places that inputs choose are set, cleared and read. */
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned word = __VERIFIER_nondet_uint(), at = __VERIFIER_nondet_uint() & 3;
  word |= 1u << at;
  if (!(word >> at & 1))
    reach_error();
  word &= ~(1u << at);
  if (word & 1u << at)
    reach_error();
  unsigned field = (word & ~0xf0u) | at << 4;
  if ((field >> 4 & 0xf) != at)
    reach_error();
  return 0;
}
