/* The procedure of figure 2 of paper 001. */
int inc_dec(int x, int op) {
  int t;
  if (op == 0)
    t = x + 1;
  else
    t = x - 1;
  return t;
}
