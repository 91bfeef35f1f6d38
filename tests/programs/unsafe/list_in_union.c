/* As the safe one, with another number. */
extern void reach_error(void);
union both {
  __builtin_va_list list;
  long words[3];
};
static int first(int n, ...) {
  union both b;
  __builtin_va_start(b.list, n);
  b.words[2] = 0;
  return n;
}
int main(void) {
  if (first(1, 2) == 1)
    reach_error();
  return 0;
}
