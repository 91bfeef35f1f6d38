// inputs:
// C11 6.4.3, 6.4.5p5–6: characters by number beside prefixes; the last unit of a constant counts.
void reach_error(void);
typedef __WCHAR_TYPE__ wide;
static const wide joined[] = L"ab" "\u00e9\e" L"\U0001F600f";
static const __CHAR16_TYPE__ sixteen[] = "\u00e9" u"a\U0001F600";
static const unsigned char eight[] = u8"\u00e9" "x\u20acf";
int main(void) {
    if (u'\u00F6' != 0xf6 || U'\U0010FFFF' != 0x10ffff || L'\u00e9' != 0xe9) reach_error();
    if (u'\U0001F600' != 0xde00 || L'a\u00e9' != 0xe9 || L'ab' != 'b') reach_error();
    if (sizeof joined / sizeof(wide) != 7 || joined[2] != 0xe9 || joined[3] != 27) reach_error();
    if (joined[4] != 0xf0 || joined[5] != 'f' || L'\u0024' != '$') reach_error();
    if (sizeof sixteen != 10 || sixteen[0] != 0xe9 || sixteen[2] != 0xd83d) reach_error();
    if (sizeof eight != 8 || eight[0] != 0xc3 || eight[2] != 'x' || eight[3] != 0xe2) reach_error();
    if ('abcde' != 0x62636465 || '\U0001F600' != (int)0xf09f9880) reach_error();
    return 0;
}
