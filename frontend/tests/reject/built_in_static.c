// expect: error unsupported: `__builtin_trap` is not declared as gcc's built-in function
void reach_error(void);
static void __builtin_trap(void);
int main(void) {
  __builtin_trap();
  reach_error();
  return 0;
}
