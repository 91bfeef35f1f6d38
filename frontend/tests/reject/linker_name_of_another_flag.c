// expect: error unsupported: `__atomic_test_and_set.flag` is the name of a built-in function
void reach_error(void);
void stop(void) __asm__("__atomic_test_and_set.flag");
int main(void) {
  stop();
  reach_error();
  return 0;
}
