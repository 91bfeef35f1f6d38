// inputs:
// Of an assignment to an `_Atomic` object, the operand is evaluated before the object is read and
// written in one access (C11 6.5.16.2p3).
extern void reach_error(void);

static _Atomic int x = 1;

static int changes(void) {
  x = 10;
  return 1;
}

int main(void) {
  x += changes();
  if (x == 11)
    reach_error();
  return 0;
}
