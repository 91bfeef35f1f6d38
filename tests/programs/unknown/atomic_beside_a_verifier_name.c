// expect: the value of a volatile or atomic object
/* A function that a stranger names like the compiler's or the verifier's is one of others. */
extern void reach_error(void);
extern void __VERIFIER_mine(void);
_Atomic int x;

int main(void) {
  x = 3;
  __VERIFIER_mine();
  if (x != 3)
    reach_error();
  return 0;
}
