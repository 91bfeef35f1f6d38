// Self-checking: wide and Unicode literals (C11 6.4.4.4p9–11, 6.4.5p5–6).
void exit(int);
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)

typedef __WCHAR_TYPE__ wide;
typedef __CHAR16_TYPE__ char16;
typedef __CHAR32_TYPE__ char32;

static int length(const wide *s) { int n = 0; while (*s++) n++; return n; }
static const wide *pick(int i) { return i ? L"st\t\x12345" : L"\xffffffff\0x"; }
static wide global[] = L"ab";
static char16 sixteen[] = { u"😀z" };
static const struct { int n; char32 text[4]; } record = { 3, U"éé" };
static const unsigned char eight[] = u8"é\xc3" "\xa9";

int main(void) {
  wide local[2] = L"xyz";
  CHECK(length(L"") == 0 && length(L"foo" "bar") == 6 && length(pick(1)) == 4);
  CHECK(pick(1)[3] == 0x12345 && pick(0)[0] == -1 && pick(0)[1] == 0 && pick(0)[2] == 'x');
  CHECK(sizeof global == 3 * sizeof(wide) && global[1] == L'b' && local[1] == 'y');
  CHECK(sizeof sixteen == 8 && sixteen[0] == 0xd83d && sixteen[1] == 0xde00 && sixteen[2] == 'z');
  CHECK(record.text[0] == 0xe9 && record.text[1] == 0xe9 && record.text[2] == 0);
  CHECK(sizeof eight == 5 && eight[0] == 0xc3 && eight[1] == 0xa9 && eight[2] == 0xc3);
  CHECK(L'\x80' == 0x80 && L'€' == 0x20ac && '\x80' < 0 && sizeof L'a' == sizeof(wide));
  CHECK(sizeof u'a' == 2 && u'\xffff' > 0 && U'\xffffffff' > 0 && L'\xffffffff' < 0);
  CHECK(L"abc"[1] == 'b' && u"abc"[2] == 'c' && U"你"[0] == 0x4f60);
  return 0;
}
