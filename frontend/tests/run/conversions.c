// Self-checking: runs in the interpreter and under gcc, in both profiles.
void exit(int);
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)

int main(void) {
  unsigned char uc = 255; signed char sc = -1; unsigned short us = 65535; short s = -1;
  unsigned u = 0xffffffffu; int i = -1; long l = -1; unsigned long ul = -1; long long ll = -1; unsigned long long ull = -1;
  _Bool b = 256;
  CHECK(b == 1 && sizeof(_Bool) == 1);
  CHECK(uc + 1 == 256 && (unsigned char)(uc + 1) == 0);
  CHECK(sc < 0 && (unsigned char)sc == 255 && us + s == 65534);
  CHECK(i == u && !(i < u) && -1 < (int)u + 1);
  CHECK((-1 < 0u) == 0 && (s < us) == 1);
  CHECK((u < l) == (sizeof(long) == 4 ? 0 : 0));
  CHECK((l < u) == (sizeof(long) == 8));
  CHECK(ul == (sizeof(long) == 8 ? 0xffffffffffffffffull : 0xffffffffull) && ull == 18446744073709551615ull && ll == ull);
  CHECK((int)2147483648u == -2147483647 - 1 && (short)70000 == 4464);
  CHECK(2147483647 + 1 == -2147483647 - 1);
  CHECK(-7 / 2 == -3 && -7 % 2 == -1 && 7 / -2 == -3 && -7 >> 1 == -4 && 7u / 2 == 3);
  CHECK(('a' << 24) == 1627389952 && '\377' == -1 && '\x41' == 65);
  CHECK((1 ? -1 : 0u) > 0 && ~0 == -1 && -(-2147483647 - 1) < 0);
  u = 1; u <<= 31; CHECK(u == 2147483648u); u >>= 31; CHECK(u == 1);
  uc = 200; uc += 100; CHECK(uc == 44); uc -= 45; CHECK(uc == 255);
  sc = 127; sc++; CHECK(sc == -128); CHECK(sc-- == -128 && sc == 127);
  b = 0; b--; CHECK(b == 1); b++; CHECK(b == 1);
  CHECK((i ^ 5) == -6 && (i & 6) == 6 && (8 | 3) == 11 && (sc & 0x70) == 0x70);
  CHECK(sizeof(1 ? 1 : 1L) == sizeof(long) && sizeof('a') == 4 && sizeof(uc + uc) == 4);
  return 0;
}
