// Self-checking: bit-fields wider than `int` keep their width in expressions, as in gcc.
void exit(int);
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)

struct wide { unsigned long long a : 40; long long b : 33; unsigned long long c : 64; };
static struct wide s;

static long long last(int count, ...) {
  __builtin_va_list list;
  __builtin_va_start(list, count);
  return __builtin_va_arg(list, long long);
}

int main(void) {
  s.a = 0xffffffffffULL;
  CHECK(s.a + 1 == 0);
  CHECK(s.a << 4 == 0xfffffffff0ULL);
  CHECK((s.a + 1LL) == 0x10000000000LL);
  s.b = -1;
  CHECK(s.b < 0 && s.b >> 5 == -1 && s.b == -1);
  CHECK((s.b = 0x100000000LL) == -0x100000000LL);
  s.a++;
  CHECK(s.a == 0 && s.a-- == 0 && s.a == 0xffffffffffULL);
  s.a += 2;
  CHECK(s.a == 1);
  s.c = ~0ULL;
  CHECK(s.c + 1 == 0 && s.c << 4 == 0xfffffffffffffff0ULL);
  CHECK(last(1, s.b) == -0x100000000LL);
  exit(0);
}
