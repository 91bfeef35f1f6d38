// Self-checking: built-in functions on bits and exact numbers (gcc manual, "Bit Operation Builtins", "Integer Overflow Builtins").
void exit(int);
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)

static unsigned values[] = {0, 1, 2, 3, 0x80, 0x8000, 0x7fffffff, 0x80000000u, 0xffffffffu, 0x12345678};

static void counts(unsigned x) {
  int ones = 0, low = 0, high = 0;
  for (int i = 0; i < 32; i++) ones += x >> i & 1;
  while (low < 32 && !(x >> low & 1)) low++;
  while (high < 32 && !(x << high & 0x80000000u)) high++;
  CHECK(__builtin_popcount(x) == ones);
  CHECK(__builtin_parity(x) == ones % 2);
  CHECK(__builtin_ffs(x) == (x ? low + 1 : 0));
  CHECK(__builtin_popcountll((unsigned long long)x << 32 | 1) == ones + 1);
  CHECK(__builtin_ffsll((unsigned long long)x << 32) == (x ? low + 33 : 0));
  if (x) {
    CHECK(__builtin_ctz(x) == low && __builtin_clz(x) == high);
    CHECK(__builtin_clzll(x) == high + 32 && __builtin_ctzll((unsigned long long)x << 32) == low + 32);
  }
  int sign = (int)x < 0, same = 0;
  while (same < 31 && (x >> (30 - same) & 1) == sign) same++;
  CHECK(__builtin_clrsb((int)x) == same);
}

static void overflows(int a, unsigned b, signed char *narrow) {
  int sum; unsigned long long product; unsigned difference;
  CHECK(__builtin_add_overflow(a, 1, &sum) == (a == 0x7fffffff) && sum == a + 1);
  CHECK(__builtin_mul_overflow(a, b, &product) == (a < 0 && b != 0));
  CHECK(__builtin_sub_overflow(b, 1u, &difference) == (b == 0) && difference == b - 1);
  CHECK(__builtin_add_overflow(a, b, narrow) == ((long long)a + b > 127 || (long long)a + b < -128));
  CHECK(*narrow == (signed char)(a + b));
  CHECK(__builtin_sadd_overflow(a, a, &sum) == (a > 0x3fffffff || a < -0x40000000));
  CHECK(__builtin_usub_overflow(b, 5, &difference) == (b < 5));
  CHECK(__builtin_mul_overflow_p(a, 2, (short)0) == (a > 0x3fff || a < -0x4000));
}

int main(void) {
  signed char narrow;
  for (int i = 0; i < 10; i++) counts(values[i]);
  overflows(0x7fffffff, 0, &narrow);
  overflows(-3, 7, &narrow);
  overflows(100, 28, &narrow);
  exit(0);
}
