// A weak definition, or the one that a linker takes instead, has an address, and always the same.
void reach_error(void);
__attribute__((weak)) int f(void) { return 2; }
static int (*p)(void) = f;
int main(void) {
  if (!f) reach_error();
  if (p != f) reach_error();
  if (p() != 2) reach_error();
  return 0;
}
