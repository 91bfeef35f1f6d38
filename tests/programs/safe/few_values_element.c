/* All elements are filled, and one of them is read into a variable. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a[20];
  for (int i = 0; i < 20; i++)
    a[i] = 3;
  int at = __VERIFIER_nondet_int();
  if (at < 0 || at >= 20)
    return 0;
  int r = a[at];
  if (r != 3)
    reach_error();
  return 0;
}
