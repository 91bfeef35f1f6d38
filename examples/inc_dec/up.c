/* Figure 4(a). */
extern void reach_error(void);
int inc_dec(int x, int op);
int main(void) {
  int i = 1;
  i = inc_dec(i, 0);
  if (i != 2)
    reach_error();
  return 0;
}
