// inputs:
// An array of variable length is nobody outside: an `_Atomic` object holds what was stored.
extern void reach_error(void);

static _Atomic int x;

int main(void) {
  int n = 3;
  int b[n];
  b[0] = 1;
  x = 3 + b[0];
  if (x != 4)
    reach_error();
  return 0;
}
