// expect: error unsupported: `__builtin_exit` is not declared as gcc's built-in function
// gcc takes it for a function of others, which may return.
void reach_error(void);
int __builtin_exit(int, int);
int main(void) {
  __builtin_exit(1, 2);
  reach_error();
  return 0;
}
