/* GNU C that the C parser does not know: what the rewrites of the normaliser must mean. */
extern void reach_error(void);
typedef unsigned char byte;
static int calls;
static int next(int value) { calls++; return value; }

struct __attribute__((packed)) tight { char c; int i; };
struct outer { struct __attribute__((packed)) { char c; int i; } in; short s; };
struct hollow { ; int x;; int y; };
struct pair { int a, b; union { int u; struct { int v, w; }; }; };
typedef unsigned long long __attribute__((aligned(4))) loose;
typedef loose looser;
typedef char __attribute__((aligned(32))) strict;
struct lax { char c; looser n; loose m[2]; loose *p; };
struct stern { char c; strict s; char d; };
enum wide { SMALL = -1, LARGE = 0x123456789LL };
enum early;
enum early { FIRST, SECOND };
_Static_assert(sizeof(struct tight) == 5);
_Static_assert(__builtin_types_compatible_p(int, const int), "top-level qualifiers do not count");

static int twice(int x) { return 2 * x; }
static int doubled(int x) __attribute__((alias("twice")));
static unsigned short swapped = __builtin_bswap16(0x1234);
static unsigned long long swapped64 = __builtin_bswap64(0x0102030405060708ULL);
static int table[3] = { 1, 2, 3 };
extern typeof(table) again __attribute__((alias("table")));

static int wait(int n) {
  return ({ __label__ out; int r = 0; while (1) { if (r == n) goto out; r++; } out: r; })
       + ({ __label__ out; int r = 5; if (n) goto out; r = 7; out: r; });
}

static int kind(int n) {
  switch (n) {
  case 1: n++; __attribute__((__fallthrough__));
  case 2 ... 4: return 10 + n;
  default: return 0;
  }
}

int main(void) {
  if ((next(3) ?: next(4)) != 3 || calls != 1) reach_error();
  if ((next(0) ? : next(4)) != 4 || calls != 3) reach_error();
  byte small = 200;
  if ((small ?: -1) != 200) reach_error();
  if (sizeof(struct outer) != 8 || __builtin_offsetof(struct tight, i) != 1) reach_error();
  struct hollow h = { 1, 2 };
  if (h.x + h.y != 3) reach_error();
  struct pair p = { .a = 1, .w = 4 };
  if (p.a != 1 || p.b != 0 || p.w != 4) reach_error();
  p = (struct pair){};
  if (p.a != 0 || p.w != 0) reach_error();
  __auto_type q = &p.b;
  *q = 9;
  if (p.b != 9) reach_error();
  if (!__builtin_types_compatible_p(typeof(q), int *) || __builtin_types_compatible_p(int *, const int *)) reach_error();
  if (__builtin_types_compatible_p(typeof(small), signed char) || !__builtin_types_compatible_p(int[], int[3])) reach_error();
  if (__builtin_choose_expr(__builtin_types_compatible_p(byte, unsigned char), 1, "no") != 1) reach_error();
  if (__alignof__(byte) != 1 || __alignof__(struct tight) != 1 || __alignof__(int) != 4) reach_error();
  if (LARGE != 0x123456789LL || SMALL != -1 || sizeof(SMALL) != 4 || sizeof(LARGE) != 8 || SECOND != 1) reach_error();
  if (wait(0) != 7 || wait(3) != 8) reach_error();
  if (kind(1) != 12 || kind(4) != 14 || kind(5) != 0) reach_error();
  if (doubled(21) != 42) reach_error();
  again[1] = 5;
  if (table[1] != 5) reach_error();
  if (__builtin_clz(1) != 31 || __builtin_ctzll(8) != 3 || __builtin_ffs(0) != 0 || __builtin_popcountll(255) != 8) reach_error();
  asm volatile inline("nop");
  if (__builtin_offsetof(struct lax, n) != 4 || __builtin_offsetof(struct lax, m) != 12) reach_error();
  if (__builtin_offsetof(struct lax, p) != (sizeof(void *) == 8 ? 32 : 28) || _Alignof(struct lax) != sizeof(void *)) reach_error();
  if (__builtin_offsetof(struct stern, s) != 32 || sizeof(struct stern) != 64) reach_error();
  if (swapped != 0x3412 || swapped64 != 0x0807060504030201ULL || __builtin_bswap32(0x01020384u) != 0x84030201u) reach_error();
  int index = 2;
  if (__builtin_offsetof(struct { char c; int a[4]; }, a[index]) != 12) reach_error();
  return 0;
}
