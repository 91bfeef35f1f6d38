// As union.c, for unions in memory, in arrays of packed structures, and through pointers.
#pragma pack(push, 1)
struct packed {
  char tag;
  union {
    long long wide;
    struct {
      short s;
      int odd : 13;
      unsigned rest : 11;
    } parts;
    unsigned char raw[8];
  } u;
};
#pragma pack(pop)
static struct packed table[3] = {{1, {0x1122334455667788}}};

static void store(struct packed *p, int value) {
  p->u.parts.odd = value;
}

int main(void) {
  __asm__(""); // Where there is assembly, memory is not made of bytes.
  int i = 0;
  struct packed *p = &table[1];
  *p = table[i];
  CHECK(p->u.parts.s == 0x7788 && p->u.raw[3] == 0x55 && p->u.parts.odd == 0x1566 - 0x2000 && p->u.parts.rest == 0x222);
  store(p, -2);
  CHECK(p->u.raw[2] == 0xfe && p->u.parts.s == 0x7788);
  p->u.raw[i + 1] = 0;
  CHECK(p->u.parts.s == 0x88 && (p->u.wide & 0xffff) == 0x88 && table[0].u.parts.s == 0x7788);
  return 0;
}
