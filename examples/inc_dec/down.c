/* Figure 4(b). */
extern void reach_error(void);
int inc_dec(int x, int op);
int main(void) {
  int i = 1;
  i = inc_dec(i, 1);
  if (i != 0)
    reach_error();
  return 0;
}
