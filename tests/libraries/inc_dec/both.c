// with up.lib: unknown
// with down.lib: unknown
// with up.lib down.lib: certified
// with C: certified
/* Figure 4(c). */
extern void reach_error(void);
int inc_dec(int x, int op);
int main(void) {
  int i = 1;
  i = inc_dec(i, 0);
  i = inc_dec(i, 1);
  if (i != 1)
    reach_error();
  return 0;
}
