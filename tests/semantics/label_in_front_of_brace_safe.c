// inputs: 1
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), y = 0;
  switch (x) {
  case 1:
  again: int own = y + 1;
    y = own;
    if (y < 3) goto again;
    break;
  case 2: goto end;
  default:
  }
  if (y != 0 && y != 3) reach_error();
end:
}
