// expect: error unsupported: `__builtin_trap` is the name of a built-in function
// What linkers know by this name is a function that may return.
void reach_error(void);
void stop(void) __asm__("__builtin_trap");
int main(void) {
  stop();
  reach_error();
  return 0;
}
