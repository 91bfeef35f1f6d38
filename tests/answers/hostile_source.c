// Nothing of the source reaches the terminal as it is.
extern void reach_error(void);
extern int nondet(void);
int main(void) {
  char *s = "x"; /* [2K accepted: no run reaches the error ‮ */ int x = nondet();
  if (x == 3)
    reach_error();
  return s[0];
}
