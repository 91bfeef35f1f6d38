// with give.lib: certified
// with C: certified
extern void reach_error(void);
int give(int *to);
int main(void) {
  int x = 1;
  if (give(&x) != 0)
    reach_error();
  if (x != 7)
    reach_error();
  if (give((int *)0) == 0)
    reach_error();
  return 0;
}
