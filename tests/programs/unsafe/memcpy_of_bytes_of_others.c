void *memcpy(void *, const void *, __SIZE_TYPE__);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
static int x = 1, y = 2;
static long long padding[200];

int main(void)
{
  char *p = (char *)&x, *q = (char *)&y;
  unsigned n = __VERIFIER_nondet_uint();
  padding[n & 127] = 1;
  if (n > sizeof x)
    return 0;
  memcpy(p, q, n);
  if (x == 2)
    reach_error();
  return 0;
}
