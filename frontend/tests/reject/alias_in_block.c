// expect: error unsupported: an alias in a block is not supported
// gcc ignores it there.
static void nothing(void) {}
int main(void) {
  extern void __VERIFIER_error(void) __attribute__((alias("nothing")));
  __VERIFIER_error();
  return 0;
}
