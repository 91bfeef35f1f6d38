// with up.lib down.lib: unknown
// with C: violated
/* Claims what inc_dec does not do. */
extern void reach_error(void);
int inc_dec(int x, int op);
int main(void) {
  int i = 1;
  i = inc_dec(i, 0);
  if (i != 3)
    reach_error();
  return 0;
}
