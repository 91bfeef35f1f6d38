// The function that the pointer holds runs.
void reach_error(void);
__attribute__((weak)) int f(void) { return 2; }
static int (*p)(void) = f;
int main(void) {
  if (p && p() == 2) reach_error();
  return 0;
}
