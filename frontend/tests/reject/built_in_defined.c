// expect: error unsupported: `__builtin_abs` is the name of a built-in function
// gcc's own function is called, whatever the definition says.
void reach_error(void);
int __builtin_abs(int x) { return 7; }
int main(void) {
  if (__builtin_abs(-3) == 3)
    reach_error();
  return 0;
}
