/* A number is put together from more bytes than the bound allows. */
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned v = 0;
  for (int i = 0; i < 3; i++)
    v = v << 8 | __VERIFIER_nondet_uchar();
  if (v >= 0xffffff)
    reach_error();
  return 0;
}
