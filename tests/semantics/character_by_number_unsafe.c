// inputs:
// C11 6.4.3: four bytes of UTF-8, three letters by number.
void reach_error(void);
int main(void) {
    const char s[] = "\u0201\xe8\U0001F600";
    const unsigned short w[] = u"a" u"b";
    if (sizeof s != 7 || (unsigned char)s[0] != 0xc8 || (unsigned char)s[1] != 0x81) reach_error();
    if ((unsigned char)s[2] != 0xe8 || (unsigned char)s[3] != 0xf0) reach_error();
    if ((unsigned char)s[6] != 0x80 || sizeof "\\u0201" != 7) reach_error();
    if (w[1] != 'b' || '\u00e9' != 50089) reach_error();
    return 0;
}
