// expect: error unsupported: `__builtin_abs` is the name of a built-in function
void reach_error(void);
int seven(int x) { return 7; }
int __builtin_abs(int x) __asm__("seven");
int main(void) {
  if (__builtin_abs(-3) == 3)
    reach_error();
  return 0;
}
