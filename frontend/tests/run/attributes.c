/* Hints and warnings wherever gcc lets an attribute stand. */
extern void reach_error(void);
struct s { char c; int i; };
#pragma GCC diagnostic push
struct __attribute__((__designated_init__)) t { int x __attribute__((unused)); int y : 3 __attribute__((deprecated)); };
enum __attribute__((unused)) e { A __attribute__((__deprecated__)), B };
typedef int number __attribute__((unused));
static int *__attribute__((unused)) pointer;
static int(__attribute__((unused)) table[3]);
static __attribute__((used)) int first __attribute__((section(".data.first"))) = 4;
static inline int __attribute__((always_inline, const, __nothrow__)) twice(int x __attribute__((unused))) { return 2 * x; }
static int old(a, b) int a __attribute__((unused)); int b; { return b; }
static int chosen(void) {
  return __builtin_choose_expr(1, 2, ({ int x __attribute__((unused)) = 1; x; }));
}

int main(void) {
  int n = sizeof(int __attribute__((unused)));
  for (int i __attribute__((unused)) = 0; i < 2; i++) n++;
  goto out;
out: __attribute__((unused));
  switch (n) {
  case 6: n += chosen(); __attribute__((fallthrough));
  default: break;
  }
  if (sizeof(struct s) != 8 || n != 8 || twice(first) != 8 || old(1, 2) != 2 || B != 1) reach_error();
  return 0;
}
