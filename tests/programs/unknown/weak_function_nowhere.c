// Null or not: the linker knows. A run that has both is none.
void reach_error(void);
__attribute__((weak)) extern int f(void);
static int (*p)(void) = f;
int main(void) {
  if (p != f) reach_error();
  return 0;
}
