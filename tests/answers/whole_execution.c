// options: --full-trace
// All steps, also those that the error does not depend on.
extern void reach_error(void);
extern int nondet(void);
static int count;

int main(void) {
  int unrelated = nondet();
  if (unrelated > 3)
    count = 7;
  else
    count = 8;
  int matters = nondet();
  if (matters == 5 && count > 0)
    reach_error();
  return count;
}
