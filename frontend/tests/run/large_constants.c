// Self-checking: decimal constants that no signed type has, as gcc reads them: of 128 bits in
// c-lp64-1, reduced to `long long` in c-ilp32-1.
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
#define MOST 18446744073709551615

static unsigned long long most = 18446744073709551615;
static long long least = -9223372036854775808;
static unsigned long long same(unsigned long long x) { return x; }

int main(void) {
  unsigned narrow = 18446744073709551615;
  CHECK(sizeof 9223372036854775808 == 2 * sizeof(long));
  CHECK(most == 0xffffffffffffffff);
  CHECK(least == -9223372036854775807 - 1);
  CHECK(same(MOST) == most && same(MOST) + 1 == 0);
  CHECK(same(9223372036854775808) == 1ull << 63);
  CHECK((unsigned long long)10000000000000000000 / 10 == 1000000000000000000);
  CHECK(narrow == ~0u);
  CHECK((signed char)18446744073709551615 == -1);
  return 0;
}
