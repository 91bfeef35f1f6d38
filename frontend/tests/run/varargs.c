// Self-checking: variable arguments (C11 7.16).
void exit(int);
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
typedef __builtin_va_list va_list;

struct pair { int a; long b; };

static long sum(int count, ...) {
  va_list list;
  long result = 0;
  __builtin_va_start(list, count);
  for (int i = 0; i < count; i++) result += __builtin_va_arg(list, int);
  __builtin_va_end(list);
  return result;
}

static long passed_on(int count, va_list list) {
  long result = 0;
  while (count--) result = result * 10 + __builtin_va_arg(list, long);
  return result;
}

static long digits(int count, ...) {
  va_list list, copy;
  __builtin_va_start(list, count);
  __builtin_va_copy(copy, list);
  (void)__builtin_va_arg(copy, long);
  long second = __builtin_va_arg(copy, long);
  long all = passed_on(count, list);
  return all * 10 + second;
}

static int next(va_list *list) { return __builtin_va_arg(*list, int); }

static int mixed(const char *kinds, ...) {
  va_list list;
  __builtin_va_start(list, kinds);
  struct pair p = __builtin_va_arg(list, struct pair);
  int *where = __builtin_va_arg(list, int *);
  (void)__builtin_va_arg(list, double);
  int first = next(&list), second = next(&list);
  return p.a + (int)p.b + *where + 10 * first + 100 * second;
}

int main(void) {
  int x = 5;
  struct pair p = {1, 2};
  long (*pointer)(int, ...) = sum;
  CHECK(sum(0) == 0);
  CHECK(sum(3, 1, -2, 'a') == 96);
  CHECK(pointer(2, 3, 4) == 7);
  CHECK(digits(3, 1L, 2L, 3L) == 1232);
  CHECK(mixed("", p, &x, 1.5, 7, 8) == 878);
  exit(0);
}
