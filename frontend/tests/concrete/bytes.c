// Objects are read and written as characters (C11 6.2.6.1p4, 6.5p7).
struct record {
  int number;
  unsigned flag : 4, more : 7;
  short *link;
};

static void copy(void *to, const void *from, unsigned size) {
  unsigned char *t = to;
  const unsigned char *f = from;
  while (size--) *t++ = *f++;
}

int main(void) {
  __asm__(""); // Where there is assembly, memory is not made of bytes.
  short target = 5;
  struct record a = {0x01020304, 9, 100, &target}, b = {0};
  unsigned char *p = (unsigned char *)&a;
  CHECK(p[0] == 4 && p[3] == 1 && p[4] == 0x49);
  copy(&b, &a, sizeof a);
  CHECK(b.number == 0x01020304 && b.flag == 9 && b.more == 100 && *b.link == 5);
  p[1] = 0xff;
  CHECK(a.number == 0x0102ff04 && b.number == 0x01020304);
  return 0;
}
