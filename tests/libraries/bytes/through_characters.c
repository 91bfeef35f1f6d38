// with two.lib: unknown
// with C: violated
extern void reach_error(void);
extern long kept;
int one(int *p);
int main(void) {
  unsigned char *c = (unsigned char *)&kept;
  for (int i = 0; i < 8; i++)
    c[i] = 0;
  c[0] = 1;
  one((int *)&kept);
  reach_error();
  return 0;
}
