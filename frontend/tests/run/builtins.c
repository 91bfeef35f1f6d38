// Self-checking: operands of built-in functions are evaluated exactly as gcc does (gcc manual, "Other Builtins"; C11 7.16.1).
void exit(int);
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)

static int calls;
static __builtin_va_list list;
static __builtin_va_list *counted(void) { calls++; return &list; }
static int f(int i, ...) {
  __builtin_va_start(*counted(), i);
  (void)__builtin_va_arg(*counted(), int);
  __builtin_va_end(*counted());
  return calls;
}

int main(void) {
  int i = 0, a[4];
  __builtin_prefetch(&a[i++]);
  __builtin_prefetch(&a[i++], 0, 3);
  CHECK(i == 2);
  CHECK(__builtin_expect(i++, 1) == 2 && i == 3);
  CHECK(__builtin_constant_p(i++) >= 0 && i == 3);
  (void)__builtin_object_size(&a[i++], 0);
  CHECK(i == 3);
  CHECK(f(1, 2) == 3);
  CHECK(__builtin_abs(-5) == 5 && __builtin_abs(i++) == 3 && i == 4 && __builtin_llabs(-5000000000ll) == 5000000000ll);
  CHECK(__builtin_labs(-7) == 7 && __builtin_abs(-2147483647 - 1) == -2147483647 - 1);
  unsigned v = 0x12345678u; unsigned long long w = 0x0102030405060708ull;
  CHECK(__builtin_bswap16(v) == 0x7856 && __builtin_bswap32(v) == 0x78563412u && __builtin_bswap64(w) == 0x0807060504030201ull);
  CHECK(__builtin_bswap16(0xff80) == 0x80ff && __builtin_bswap32(0xff) == 0xff000000u && sizeof(__builtin_bswap16(1)) == 2);
  return 0;
}
